// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders are what is tested.
import { describe, expect, it } from 'vitest';
import { rewritePlaceholders, secretNameFrom } from '../../../src-main/interop/placeholders.ts';

const PLAIN = { bareDollar: false, braceEnv: false };
const ALL = { bareDollar: true, braceEnv: true };

describe('placeholders of other clients', () => {
  it.each([
    ['${X}', '${X}'],
    ['a/${env:X}/b', 'a/${X}/b'],
    ['${X:-d}', '${X:-d}'],
    ['${X-d}', '${X:-d}'],
    ['${env:X:-d e}', '${X:-d e}'],
    ['$X', '${X}'],
    ['$lower', '$lower'],
    ['pa$WORD', 'pa$WORD'],
    ['{env:X}', '${X}'],
    ['a {env:X}', 'a {env:X}'],
    ['%APPDATA%\\npm', '${APPDATA}\\npm'],
    ['https://h/%C3%A9', 'https://h/%C3%A9'],
    ['100%A%b', '100%A%b'],
    ['$${X}', '$${X}'],
    ['${', '$${'],
    ['a ${ b', 'a $${ b'],
    ['${}', '$${}'],
    ['${userHome}${/}x', '${HOME}/x'],
    ['${workspaceFolder:main}', '${workspaceFolder_main}'],
  ])('%s becomes %s', (source, text) => {
    expect(rewritePlaceholders(source, PLAIN).text).toBe(text);
  });

  it.each([
    ['a$X/b', 'a${X}/b'],
    ['$$X', '$$X'],
    ['$5', '$5'],
    ['Bearer {env:X}', 'Bearer ${X}'],
  ])('where the client expands more, %s becomes %s', (source, text) => {
    expect(rewritePlaceholders(source, ALL).text).toBe(text);
  });

  it('a value that holds a placeholder is not expanded again', () => {
    expect(rewritePlaceholders('${A}${B}', ALL).text).toBe('${A}${B}');
  });

  it('a default with a placeholder in it is left out and told', () => {
    const { text, notes } = rewritePlaceholders('${A:-${B}}', PLAIN);
    expect(text).toBe('${A}');
    expect(notes.map(({ code }) => code)).toEqual(['nested_placeholder']);
  });

  it('inputs and files are asked for', () => {
    const { text, asks } = rewritePlaceholders('${input:my key}{file:~/k}', ALL);
    expect(text).toBe('${MY_KEY}${K}');
    expect(asks.map(({ name }) => name)).toEqual(['MY_KEY', 'K']);
  });
});

describe('names made for secrets', () => {
  it.each([
    ['x-api-key', 'X_API_KEY'],
    ['apiKey', 'API_KEY'],
    ['1st', 'S_1ST'],
    ['密钥', 'SECRET'],
  ])('%s becomes %s', (text, name) => {
    expect(secretNameFrom(text)).toBe(name);
  });
});
