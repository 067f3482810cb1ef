import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { failureSentences } from '../../src-preload/contract/index.ts';
import { locale as clients } from '../features/agents/clients/locale.ts';
import { locale as agents } from '../features/agents/locale.ts';
import { locale as approvals } from '../features/approvals/locale.ts';
import { locale as firstRun } from '../features/first-run/locale.ts';
import { locale as journal } from '../features/journal/locale.ts';
import { locale as mcp } from '../features/mcp/locale.ts';
import { locale as settings } from '../features/settings/locale.ts';
import { locale as trust } from '../features/trust/locale.ts';
import { locale as tryIt } from '../features/try-it/locale.ts';
import { locale as json } from '../ui/json-locale.ts';
import { locale as risk } from '../ui/risk-locale.ts';

import type { Locale, Texts } from './shape.ts';
import { locale as shared } from './shared.ts';

const checked = <E extends Texts>(locale: Locale<E>): Locale<E> => locale;

/** One i18next namespace per feature; `shared` is the default one. */
const namespaces = {
  shared: checked(shared),
  failures: checked(failureSentences),
  agents: checked(agents),
  approvals: checked(approvals),
  clients: checked(clients),
  'first-run': checked(firstRun),
  journal: checked(journal),
  mcp: checked(mcp),
  settings: checked(settings),
  trust: checked(trust),
  'try-it': checked(tryIt),
  json: checked(json),
  risk: checked(risk),
} as const;

type Namespaces = typeof namespaces;
type English = { [N in keyof Namespaces]: Namespaces[N]['en'] };

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shared';
    resources: English;
  }
}

export const LANGUAGES = ['en', 'zh-CN'] as const;
export type Language = (typeof LANGUAGES)[number];

/** One of ours for what i18next says it shows. */
export const shownLanguage = (language: string): Language =>
  language === 'zh-CN' ? 'zh-CN' : 'en';

const resourcesOf = (language: Language) =>
  Object.fromEntries(Object.entries(namespaces).map(([name, locale]) => [name, locale[language]]));

/** The language to show: the person's setting, or what the system prefers, Chinese or else English. */
export function languageOf(setting: 'system' | Language, system: readonly string[]): Language {
  if (setting !== 'system') return setting;
  return (system[0] ?? 'en').toLowerCase().startsWith('zh') ? 'zh-CN' : 'en';
}

/** Ready at once: all texts are bundled. React escapes, so i18next must not. */
export const i18n = i18next.createInstance();
void i18n.use(initReactI18next).init({
  lng: languageOf('system', typeof navigator === 'undefined' ? [] : navigator.languages),
  fallbackLng: 'en',
  defaultNS: 'shared',
  resources: { en: resourcesOf('en'), 'zh-CN': resourcesOf('zh-CN') },
  interpolation: { escapeValue: false },
  initAsync: false,
});
