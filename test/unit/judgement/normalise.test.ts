import { describe, expect, it } from 'vitest';
import { TWINS } from '../../../src-main/judgement/confusables.ts';
import { normaliseForReading } from '../../../src-main/judgement/normalise.ts';
import { EUROPEAN_VERBS } from '../../../src-main/judgement/words/european.ts';
import { splitWords } from '../../../src-main/judgement/words.ts';

describe('reading text as a person would', () => {
  it.each([
    ['zero-width joiner', 'wi\u200dpe', 'wipe'],
    ['soft hyphen', 'de\u00adlete', 'delete'],
    ['direction override', '\u202edelete\u202c', 'delete'],
    ['tag characters', 'se\u{e0041}nd', 'send'],
    ['full-width letters', 'ｓｅｎｄ', 'send'],
    ['mathematical letters', '𝐬𝐞𝐧𝐝', 'send'],
    ['struck-through letters', 'd\u0336e\u0336l\u0336', 'del'],
    ['accents', 'überweist', 'uberweist'],
    ['a Cyrillic letter in a Latin word', 'dеletе', 'delete'],
    ['a Latin word spelled in Cyrillic only', 'рау', 'pay'],
    ['a Greek letter in a Latin word', 'αdmin', 'admin'],
    ['small capitals', 'ᴘᴀʏ', 'pay'],
  ])('undoes %s', (_what, hidden, plain) => {
    expect(normaliseForReading(hidden)).toBe(plain);
  });

  it('leaves Russian, Japanese and Korean words as they are', () => {
    for (const text of ['отправить', 'メールを送信', '메시지 보내기', 'ファイルをデプロイ'])
      expect(normaliseForReading(text).toLowerCase()).toBe(
        text === 'отправить' ? 'отправить' : text,
      );
  });

  it('does not turn any Russian verb of the word list into a Latin word', () => {
    const turned = [...EUROPEAN_VERBS.keys()].filter(
      (word) => /\p{Script=Cyrillic}/u.test(word) && /\p{Script=Latin}/u.test(word),
    );
    expect(turned).toEqual([]);
  });

  it('maps each look-alike to exactly one Latin letter', () => {
    for (const [from, to] of TWINS) {
      expect(from).toMatch(/^[\p{Script=Cyrillic}\p{Script=Greek}]$/u);
      expect(to).toMatch(/^[A-Za-z]$/);
    }
  });
});

describe('splitting names into words', () => {
  it.each([
    ['deleteUserById', 'delete user by id'],
    ['dbExecSQL', 'db exec sql'],
    ['HTTPServerStart', 'http server start'],
    ['delete_user', 'delete user'],
    ['DELETE-VOLUME', 'delete volume'],
    ['api.v2.items', 'api v 2 items'],
    ['d_e_l_e_t_e', 'delete'],
    ['调用API接口', '调用 api 接口'],
    ['메시지_보내기', '메시지 보내기'],
  ])('%s', (name, words) => {
    expect(splitWords(name).join(' ')).toBe(words);
  });

  it('keeps a known word whole when its capitals are shuffled', () => {
    expect(splitWords('DeLeTe_it', (word) => word === 'delete')).toEqual(['delete', 'it']);
  });
});
