import type { Language } from '../i18n/i18n.ts';

const STEPS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** `3 minutes ago` for an ISO instant; under a minute it is the language's word for now. */
export function timeAgo(instant: string, now: number, language: Language): string {
  const seconds = Math.round((now - Date.parse(instant)) / 1000);
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  for (const [unit, size] of STEPS) {
    if (seconds >= size) return words.format(-Math.floor(seconds / size), unit);
  }
  return words.format(0, 'second');
}

/** `12 ms`, `1.4 s`. */
export function durationText(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** `5 minutes`, `90 seconds`: in the largest unit that says it exactly. */
export function spanText(seconds: number, language: Language): string {
  const [unit, size] = STEPS.find(([, step]) => seconds >= step && seconds % step === 0) ?? [
    'second',
    1,
  ];
  const words = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  return words.format(seconds / size);
}
