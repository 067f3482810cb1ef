import { describe, expect, it } from 'vitest';
import type { ImportCandidate, Paste } from '../../../../src-preload/contract/index.ts';
import { addChoices } from '../../../../src-renderer/features/mcp/add/add-choices.ts';
import {
  type Choice,
  choiceFault,
  choicesOf,
  registrationOf,
} from '../../../../src-renderer/features/mcp/add/candidates.ts';

const candidate = (id: string, more: Partial<ImportCandidate> = {}): ImportCandidate => ({
  source_name: id,
  id,
  registration: {
    name: id,
    transport: 'stdio',
    command_argv: ['npx', id],
    cwd: '',
    env: {},
    env_keys: [],
    url: '',
    auth: { kind: 'none', env_key: '', header_name: '' },
    enabled: true,
    timeouts: {},
  },
  secrets: [],
  placeholders: [],
  suggestions: [],
  not_imported: [],
  disabled_in_source: false,
  ...more,
});

const paste = (...candidates: ImportCandidate[]): Paste => ({
  format: 'claude-desktop',
  candidates,
  rejected: [],
  duplicates: [],
});

describe('the checklist of a paste', () => {
  it('ticks what can be added, but not taken ids and what is switched off in its source', () => {
    const found = paste(
      candidate('new'),
      candidate('taken'),
      candidate('off', { disabled_in_source: true }),
    );
    const choices = choicesOf(found, ['taken']);
    expect(choices.map(({ id, selected }) => [id, selected])).toEqual([
      ['new', true],
      ['taken', false],
      ['off', false],
    ]);
  });

  it('refuses the same id twice among the ticked ones', () => {
    const [first, second] = choicesOf(paste(candidate('a'), candidate('b')), []);
    if (first === undefined || second === undefined) throw new Error('two choices were given');
    const renamed: Choice = { ...second, id: 'a' };
    expect(choiceFault(renamed, [first, renamed], [])).toBe('id_twice');
    expect(choiceFault(renamed, [{ ...first, selected: false }, renamed], [])).toBeNull();
  });
});

describe('a secret under another name', () => {
  const withSecrets = candidate('api', {
    registration: {
      ...candidate('api').registration,
      command_argv: ['npx', 'api', '--key=${API_KEY}'],
      env: { MODE: '${API_KEY:-none}' },
      env_keys: ['TOKEN'],
      auth: { kind: 'env_bearer', env_key: 'API_KEY', header_name: 'Authorization' },
    },
    secrets: [
      { place: 'argv', name: 'API_KEY', value: 'k', reason: '' },
      { place: 'env', name: 'TOKEN', value: 't', reason: '' },
    ],
  });
  const [choice] = choicesOf(paste(withSecrets), []);
  if (choice === undefined) throw new Error('one choice was given');

  it('is left as it was found when nobody renames it', () => {
    expect(registrationOf(choice)).toEqual(withSecrets.registration);
  });

  it('is followed through arguments, variables and sign-in; the child keeps its variable', () => {
    const secrets = choice.secrets.map((one) => ({ ...one, name: `MY_${one.name}` }));
    expect(registrationOf({ ...choice, secrets })).toMatchObject({
      command_argv: ['npx', 'api', '--key=${MY_API_KEY}'],
      env: { MODE: '${MY_API_KEY:-none}', TOKEN: '${MY_TOKEN}' },
      env_keys: [],
      auth: { env_key: 'MY_API_KEY' },
    });
  });
});

describe('adding what is ticked', () => {
  it('stores secrets first, adds without a confirmation, and goes on after a failure', async () => {
    const sent: [string, unknown][] = [];
    const send = async (name: string, input: { id?: string }) => {
      sent.push([name, input]);
      return input.id === 'bad'
        ? { ok: false, failure: { code: 'already_exists', message: 'The id is taken.' } }
        : { ok: true, value: {} };
    };
    const secret = { place: 'env' as const, name: 'TOKEN', value: 't', reason: '' };
    const choices = choicesOf(
      paste(candidate('bad'), candidate('good', { secrets: [secret] })),
      [],
    );
    const { added, faults } = await addChoices(choices, send as never);
    expect(added).toEqual(['good']);
    expect(faults.map(({ id, failure }) => [id, failure.code])).toEqual([
      ['bad', 'already_exists'],
    ]);
    expect(sent.map(([name]) => name)).toEqual(['server/add', 'secret/set', 'server/add']);
    expect(sent.some(([, input]) => JSON.stringify(input).includes('confirm'))).toBe(false);
  });

  it('does not add a server whose secret could not be stored', async () => {
    const secret = { place: 'env' as const, name: 'TOKEN', value: 't', reason: '' };
    const send = async (name: string) =>
      name === 'secret/set'
        ? { ok: false, failure: { code: 'keychain_unavailable', message: 'No keychain.' } }
        : { ok: true, value: {} };
    const choices = choicesOf(paste(candidate('a', { secrets: [secret] })), []);
    expect(await addChoices(choices, send as never)).toMatchObject({
      added: [],
      faults: [{ id: 'a' }],
    });
  });
});
