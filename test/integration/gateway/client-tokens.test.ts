import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createClientTokens } from '../../../src-main/trust/client-tokens.ts';
import { openTrust } from '../../../src-main/trust/trust-db.ts';
import { fakeClock } from '../../fakes/clock.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';

function open(path = join(tempFolder(), 'trust.db')) {
  const clock = fakeClock();
  const trust = openTrust({ path, key: new Uint8Array(32).fill(7), clock });
  if (!trust.ok) throw new Error(trust.failure.message);
  return { path, trust: trust.value, tokens: createClientTokens({ trust: trust.value, clock }) };
}

function created(tokens: ReturnType<typeof open>['tokens'], label = 'My Editor') {
  const made = tokens.create('researcher', label);
  if (!made.ok) throw new Error(made.failure.message);
  return made.value;
}

describe('client tokens', () => {
  test('hold 256 random bits, belong to one agent, and are nowhere in the file', () => {
    const { path, trust, tokens } = open();
    const { client, token } = created(tokens);
    expect(token).toMatch(/^gth_[A-Za-z0-9_-]{43}$/);
    expect(client.id).toMatch(/^my-editor-[0-9a-f]{8}$/);
    expect(created(tokens).token).not.toBe(token);
    expect(tokens.find(token)).toMatchObject({ id: client.id, agent: 'researcher' });
    trust.close();
    const bytes = readFileSync(path, 'latin1');
    expect(bytes).not.toContain(token.slice(4, 30));
  });

  test('still hold after a restart; revoked ones do not, at once', () => {
    const { path, trust, tokens } = open();
    const { token } = created(tokens);
    const other = created(tokens, 'Other');
    trust.close();
    const again = open(path);
    expect(again.tokens.find(token)?.label).toBe('My Editor');
    expect(again.tokens.revoke(other.client.id).ok).toBe(true);
    expect(again.tokens.find(other.token)).toBeUndefined();
    expect(again.tokens.revoke(other.client.id)).toMatchObject({
      ok: false,
      failure: { code: 'not_found' },
    });
    expect(again.tokens.list()).toHaveLength(1);
    again.trust.close();
  });

  test('anything else is nobody', () => {
    const { trust, tokens } = open();
    const { token } = created(tokens);
    const last = token.endsWith('A') ? 'E' : 'A';
    for (const wrong of [
      '',
      'gth_',
      token.slice(0, -1),
      `${token}x`,
      `${token.slice(0, -1)}${last}`,
    ])
      expect(tokens.find(wrong), wrong).toBeUndefined();
    trust.close();
  });

  test('a row that another program wrote gives no access', () => {
    const { path, trust, tokens } = open();
    created(tokens);
    trust.close();
    const foreign = openTrust({ path, key: new Uint8Array(32).fill(8), clock: fakeClock() });
    if (!foreign.ok) throw new Error(foreign.failure.message);
    const theirs = createClientTokens({ trust: foreign.value, clock: fakeClock() });
    const { token } = created(theirs, 'intruder');
    foreign.value.close();
    const ours = open(path);
    expect(ours.tokens.find(token)).toBeUndefined();
    ours.trust.close();
  });
});
