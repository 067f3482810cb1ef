import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { defaultProfileText } from '../../../../src-main/agents/new-profile.ts';
import { locale } from '../../../../src-renderer/features/agents/locale.ts';

it('knows what a new home’s first agent says of itself, to say it in another language', () => {
  expect(parse(defaultProfileText()).description).toBe(locale.en.forAnyClient);
});
