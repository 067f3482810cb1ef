/**
 * Stands in the place of arguments on which readers may differ (a duplicate key, an integer beyond
 * 2^53, too many levels): the call goes its way with the text as it came, is recorded and refused.
 */
export class AmbiguousArguments {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** JSON text of a call's arguments, as the call path takes it. */
export const argumentsText = (given: unknown): string =>
  given instanceof AmbiguousArguments ? given.text : JSON.stringify(given ?? {});
