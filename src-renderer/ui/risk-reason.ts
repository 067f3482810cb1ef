import type { RiskReason } from '../../src-preload/contract/index.ts';
import type { locale } from './risk-locale.ts';

type Texts = (typeof locale)['en'];
const has = <T extends object>(record: T, key: string): key is Extract<keyof T, string> =>
  Object.hasOwn(record, key);

/** What a reason says, by translation keys; null when its code is unknown and its own text must serve. */
export type ReasonKeys =
  | {
      readonly kind: 'danger';
      readonly danger: keyof Texts['danger'];
      readonly place: keyof Texts['place'];
    }
  | { readonly kind: 'sentence'; readonly code: keyof Texts['reason'] };

export function reasonKeys(reason: RiskReason, texts: Texts): ReasonKeys | null {
  if (has(texts.danger, reason.code) && has(texts.place, reason.from) && 'word' in reason.params)
    return { kind: 'danger', danger: reason.code, place: reason.from };
  if (has(texts.reason, reason.code)) return { kind: 'sentence', code: reason.code };
  return null;
}
