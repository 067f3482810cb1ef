import { describe, expect, it } from 'vitest';
import { DoctorSaid, doctorText } from '../../../src-preload/contract/index.ts';

const facts = {
  ...{ home: '/h', owner: 'desktop', pid: 7, version: '1', node: '24', reason: 'It is locked.' },
  ...{ path: '/h/f', place: ' (line 3, column 1)', servers: 2, address: 'http://x', clients: 4 },
  ...{ rows: 1, some: 'launch files', entries: 9 },
};
const codes = DoctorSaid.shape.code.options;
const languages = ['en', 'zh-CN'] as const;

describe('a finding of the doctor', () => {
  it.each(codes)('is said in both languages with its facts in place: %s', (code) => {
    const [english, chinese] = languages.map((language) => doctorText({ code, facts }, language));
    for (const text of [english, chinese])
      expect(`${text?.detail}${text?.fix}`).not.toMatch(/\{\{|undefined/);
    expect(chinese?.detail).toMatch(/\p{Script=Han}/u);
    expect(chinese?.fix === null).toBe(english?.fix === null);
  });

  it('leaves out a fact that is not there', () => {
    expect(doctorText({ code: 'journal_whole', facts: {} }, 'en').detail).toBe(
      ' entries, the chain is whole.',
    );
  });
});
