/** What a terminal may act on or hide; the line breaks between JSON's own parts stay. */
const ACTED_ON = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** JSON for stdout; nothing at all is `null`. Safe on a terminal as `plainJson` says. */
export const jsonText = (value: unknown, indent = 2): string =>
  plainJson(JSON.stringify(value ?? null, null, indent));

/**
 * JSON text in which such characters stand as `\uXXXX`: foreign text moves no cursor, and a program
 * that parses it gets the same value, as they can stand only inside strings.
 */
export const plainJson = (json: string): string =>
  json.replace(ACTED_ON, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
