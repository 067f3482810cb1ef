/** How one value is entered. `json` is the way out for whatever has no form. */
export type Control =
  | {
      readonly kind: 'text';
      readonly min: number | null;
      readonly max: number | null;
      readonly hint: string;
    }
  | {
      readonly kind: 'number';
      readonly integer: boolean;
      readonly min: number | null;
      readonly max: number | null;
    }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'choice'; readonly options: readonly Option[] }
  | { readonly kind: 'fixed'; readonly json: string }
  | {
      readonly kind: 'list';
      readonly item: Slot;
      readonly min: number | null;
      readonly max: number | null;
    }
  | { readonly kind: 'object'; readonly fields: readonly Field[] }
  | { readonly kind: 'variants'; readonly variants: readonly Variant[] }
  | { readonly kind: 'json'; readonly why: 'deep' | 'many' | 'recursive' | 'unknown' };

export interface Option {
  readonly label: string;
  /** The value as JSON text. */
  readonly json: string;
}

/** A place for a value: list items and variants have no name. */
export interface Slot {
  readonly title: string;
  readonly description: string;
  readonly nullable: boolean;
  /** The schema's `default`; absent when it has none. */
  readonly preset?: { readonly value: unknown };
  readonly control: Control;
}

export interface Field extends Slot {
  readonly name: string;
  readonly required: boolean;
}

export interface Variant {
  readonly label: string;
  readonly slot: Slot;
}

export interface Form {
  readonly fields: readonly Field[];
  /** Properties beyond the bound: to be written as JSON. */
  readonly more: number;
}
