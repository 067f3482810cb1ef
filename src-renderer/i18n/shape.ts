/** Texts of one language: keys nest, leaves are sentences (i18next placeholders, `_one`/`_other`). */
export interface Texts {
  readonly [key: string]: string | Texts;
}

/** The same keys with any words: what every other language of a locale must have. */
export type Same<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : Same<T[K]>;
};

/** A feature's texts. A key that one language lacks or has too much is a type error in `i18n.ts`. */
export interface Locale<E extends Texts> {
  readonly en: E;
  readonly 'zh-CN': Same<E>;
}
