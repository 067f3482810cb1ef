import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { AgentProfile } from '../../../src-main/agents/agent-profiles.ts';
import { createLimitLooks } from '../../../src-main/calls/limit-looks.ts';
import { createLimits } from '../../../src-main/policy/create-limits-file.ts';
import { Registration } from '../../../src-main/registry/registration.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';

const agent: AgentProfile = {
  ...{ name: 'writer', description: '', built_in: false, servers: { '*': ['*'] } },
  ...{ approval: { low: 'allow', medium: 'allow', high: 'ask' }, roots: [], hosts: [] },
  ...{ result_inline_chars: 50_000, problem: null },
  ...{ prefix: 'server', local_tools: [], sampling: false },
};
const registration = Registration.parse({ transport: 'stdio', command_argv: ['node', 'a.js'] });

let user: string;
let now: number;
let look: ReturnType<typeof createLimitLooks>;
let looks: number;
beforeEach(() => {
  user = tempFolder();
  mkdirSync(join(user, 'home', 'state'), { recursive: true });
  mkdirSync(join(user, 'docs'));
  now = 1000;
  looks = 0;
  const limits = createLimits(join(user, 'home'), user);
  look = createLimitLooks(
    (...of) => {
      looks += 1;
      return limits(...of);
    },
    () => now,
  );
});

const place = () => join(user, 'docs', 'innocent');
const turnIntoLink = () => symlinkSync(join(user, 'home'), place());

test('a folder that becomes a link into the home while somebody is waited for is found in the last look', () => {
  const args = { path: join(place(), 'policy.yml') };
  expect(look(agent, registration, args).verdict).toBe('inside');
  turnIntoLink();
  now += 20;
  expect(look(agent, registration, args).verdict).toBe('outside');
  rmSync(place());
  now += 20;
  expect(look(agent, registration, args).verdict).toBe('inside');
});

test('what one call saw holds for no other call, be it of the same text in the same moment', () => {
  const text = join(place(), 'policy.yml');
  expect(look(agent, registration, { path: text }).verdict).toBe('inside');
  turnIntoLink();
  expect(look(agent, registration, { path: text }).verdict).toBe('outside');
});

test('a call that is sent in the moment it was decided is looked at once', () => {
  const args = { path: place() };
  look(agent, registration, args);
  now += 19;
  expect(look(agent, registration, args).verdict).toBe('inside');
  expect(looks).toBe(1);
});

test('limits or a launch that changed in that moment are looked at anew', () => {
  const args = { path: place() };
  expect(look(agent, registration, args).verdict).toBe('inside');
  const narrow = { ...agent, roots: [join(user, 'elsewhere')] };
  expect(look(narrow, registration, args).verdict).toBe('outside');
  look(narrow, { ...registration }, args);
  expect(looks).toBe(3);
});
