const formats = new Map<string, Intl.DateTimeFormat>();

function format(language: string, style: 'row' | 'full'): Intl.DateTimeFormat {
  const key = `${style} ${language}`;
  const made =
    formats.get(key) ??
    new Intl.DateTimeFormat(language, {
      ...(style === 'full' ? { year: 'numeric' } : {}),
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
  formats.set(key, made);
  return made;
}

/** `Nov 30, 14:03:22` where the person is; the text itself when it is no time. */
export function timeText(instant: string, language: string, style: 'row' | 'full' = 'row'): string {
  const at = new Date(instant);
  return Number.isNaN(at.getTime()) ? instant : format(language, style).format(at);
}
