import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { launchChanges, launchHash, launchValue } from '../../../src-main/registry/launch-hash.ts';
import { Registration, type RegistrationDraft } from '../../../src-main/registry/registration.ts';

const base: RegistrationDraft = {
  transport: 'stdio',
  command_argv: ['npx', '-y', 'files'],
  env: { LOG_LEVEL: 'info' },
  env_keys: ['TOKEN'],
};
const hash = (changes: Partial<RegistrationDraft> = {}, id = 'files') =>
  launchHash(id, Registration.parse({ ...base, ...changes }));

test('it is SHA-256 over the canonical JSON of the launch', () => {
  const canonical =
    '{"auth":{"env_key":"","header_name":"Authorization","kind":"none"},"command_argv":["npx","-y","files"],"cwd":"","env":{"LOG_LEVEL":"info"},"env_keys":["TOKEN"],"server_id":"files","transport":"stdio","url":""}';
  expect(hash()).toBe(createHash('sha256').update(canonical).digest('hex'));
});

describe('it changes with', () => {
  test.each<[string, Partial<RegistrationDraft>]>([
    ['an argument', { command_argv: ['npx', '-y', 'files', 'x'] }],
    ['how arguments are split', { command_argv: ['npx', '-y files'] }],
    ['the order of arguments', { command_argv: ['npx', 'files', '-y'] }],
    ['the folder', { cwd: '/tmp' }],
    ['a variable’s value', { env: { LOG_LEVEL: 'debug' } }],
    ['a variable’s name', { env: { LOG_LEVE: 'info' } }],
    ['a placeholder', { env: { LOG_LEVEL: '${LOG_LEVEL}' } }],
    ['a secret’s name', { env_keys: ['TOKEN', 'OTHER'] }],
    ['the transport', { transport: 'http', url: 'https://a.example' }],
    ['the address', { url: 'https://a.example' }],
    ['auth', { auth: { kind: 'env_bearer', env_key: 'TOKEN' } }],
    ['the header', { auth: { header_name: 'X-Key' } }],
  ])('%s', (_name, changes) => {
    expect(hash(changes)).not.toBe(hash());
  });

  test('the server', () => {
    expect(hash({}, 'other')).not.toBe(hash());
  });
});

test('it does not change with the order of variables, nor with what is no launch', () => {
  expect(hash({ env: { A: '1', B: '2' } })).toBe(hash({ env: { B: '2', A: '1' } }));
  expect(hash({ name: 'Files', enabled: false, capabilities: [], timeouts: { call_s: 9 } })).toBe(
    hash(),
  );
  expect(hash({ tool_risk_overrides: { rm: 'low' } })).toBe(hash());
});

test('changes name each field and variable that differs', () => {
  const value = (draft: RegistrationDraft) => launchValue('files', Registration.parse(draft));
  expect(
    launchChanges(
      value(base),
      value({ ...base, command_argv: ['npx', 'evil'], env: { LOG_LEVEL: 'debug', NEW: 'x' } }),
    ),
  ).toEqual([
    { field: 'command_argv', before: '["npx","-y","files"]', after: '["npx","evil"]' },
    { field: 'env.LOG_LEVEL', before: '"info"', after: '"debug"' },
    { field: 'env.NEW', before: null, after: '"x"' },
  ]);
  expect(launchChanges(value(base), value(base))).toEqual([]);
});
