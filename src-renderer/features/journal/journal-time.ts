const formats = new Map<string, Intl.DateTimeFormat>();

type Style = 'today' | 'row' | 'full';
const DAY = { month: 'short', day: 'numeric' } as const;
const MINUTE = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const STYLES: Readonly<Record<Style, Intl.DateTimeFormatOptions>> = {
  today: { ...MINUTE, second: '2-digit' },
  row: { ...DAY, ...MINUTE },
  full: { year: 'numeric', ...DAY, ...MINUTE, second: '2-digit' },
};

function format(language: string, style: Style): Intl.DateTimeFormat {
  const key = `${style} ${language}`;
  const made = formats.get(key) ?? new Intl.DateTimeFormat(language, STYLES[style]);
  formats.set(key, made);
  return made;
}

/** A whole instant where the person is: `Nov 30, 2026, 14:03:22`; the text itself when it is none. */
export function fullTime(instant: string, language: string): string {
  const at = new Date(instant);
  return Number.isNaN(at.getTime()) ? instant : format(language, 'full').format(at);
}

/** Short for a table: `14:03:22` on the day of `now`, `Nov 30, 14:03` before. */
export function rowTime(instant: string, now: number, language: string): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return instant;
  const today = at.toDateString() === new Date(now).toDateString();
  return format(language, today ? 'today' : 'row').format(at);
}
