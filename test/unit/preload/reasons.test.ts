import { describe, expect, it } from 'vitest';
import { FAILURE_KINDS, type FailureCode } from '../../../src-main/kernel/failure.ts';
import {
  exactSentences,
  type Failure,
  failureSentences,
  failureText,
  fixSentences,
  fixText,
  type Registration,
  recordedFailure,
  type Server,
  troublesOf,
  WAYS_OUT,
  waysOut,
} from '../../../src-preload/contract/index.ts';
import { server } from '../../fakes/bridge/make-server.ts';

const codes = Object.keys(FAILURE_KINDS) as FailureCode[];

/** What can keep a server from serving, beside everything of kind `server`. */
const ALSO_OF_SERVERS: readonly FailureCode[] = [
  'unconfirmed',
  'hash_mismatch',
  'runner_not_allowed',
  'disabled',
  'trust_pending',
  'tool_changed',
  'keychain_unavailable',
  'invalid_entry',
];
const ofServers = [...codes.filter((code) => FAILURE_KINDS[code] === 'server'), ...ALSO_OF_SERVERS];

const stdio = server('files', 'Files', {
  argv: ['npx', '-y', 'files-mcp'],
  secrets: ['FILES_KEY'],
}).registration;
const remote = server('far', 'Far', { url: 'https://far.example/mcp' }).registration;
const names = (failure: Failure, registration: Registration) =>
  waysOut(failure, registration).map(({ way }) => way);

describe('every failure', () => {
  it.each(codes)('has a sentence in both languages: %s', (code) => {
    for (const language of ['en', 'zh-CN'] as const) {
      expect(failureSentences[language][code]).toMatch(/[.。]$/);
      expect(failureText({ code, message: '' }, language).sentence).not.toBe('');
    }
    expect(failureSentences['zh-CN'][code]).toMatch(/\p{Script=Han}/u);
  });

  it('has no sentence for a code that does not exist', () => {
    const known = new Set<string>(codes);
    for (const language of ['en', 'zh-CN'] as const) {
      const exact = Object.keys(exactSentences[language]).map((key) => key.split(':')[0] ?? '');
      const said = [...Object.keys(failureSentences[language]), ...exact];
      expect(said.filter((code) => !known.has(code))).toEqual([]);
    }
    const mended = [...Object.keys(WAYS_OUT), ...Object.keys(fixSentences['zh-CN'])];
    expect(mended.filter((code) => !known.has(code))).toEqual([]);
  });
});

describe('every reason of a server', () => {
  it.each(ofServers)('has a way out on this machine or far away: %s', (code) => {
    const failure = { code, message: 'It is so.' };
    const ways = [...waysOut(failure, stdio), ...waysOut(failure, remote)];
    expect(ways.length).toBeGreaterThan(0);
    for (const registration of [stdio, remote]) {
      const text = fixText(failure, waysOut(failure, registration), 'a', registration.transport);
      for (const line of text.split('\n').filter((one) => one !== ''))
        expect(line).toMatch(/^gatehouse /);
    }
  });
});

describe('the ways out', () => {
  it('hold what a button does them with', () => {
    const failure = (code: string, params: Record<string, string | number> = {}) => ({
      ...{ code, message: '.', params },
    });
    expect(waysOut(failure('start_timeout'), stdio)[0]).toEqual({
      way: 'raise_start',
      seconds: 120,
    });
    expect(waysOut(failure('call_timeout'), stdio)[0]).toEqual({ way: 'raise_call', seconds: 240 });
    expect(waysOut(failure('secret_missing', { name: 'KEY' }), stdio)).toEqual([
      { way: 'set_secret', names: ['KEY'] },
    ]);
    expect(waysOut(failure('runner_not_allowed', { command: '/opt/my run' }), stdio)[0]).toEqual({
      ...{ way: 'allow_runner', command: '/opt/my run' },
    });
    expect(names(failure('runner_not_allowed', { command: 'npx -y files' }), stdio)).toEqual([
      'edit_launch',
    ]);
  });

  it('leave out what the server does not have', () => {
    expect(names({ code: 'protocol', message: '.' }, remote)).toEqual(['try_again', 'edit_launch']);
    expect(names({ code: 'auth_required', message: '.' }, remote)).toEqual([
      'edit_sign_in',
      'try_again',
    ]);
    const longest = { ...stdio, timeouts: { ...stdio.timeouts, start_s: 3600 } };
    expect(names({ code: 'start_timeout', message: '.' }, longest)).not.toContain('raise_start');
  });

  it('of a failure that repeats another also mend that one', () => {
    const again = { code: 'crash_loop', message: '.', params: { reason: 'start_timeout' } };
    expect(names(again, stdio)).toEqual(['try_now', 'raise_start', 'show_log', 'edit_launch']);
  });

  it('lead to what changed where a launch is not the confirmed one any more', () => {
    const moved = { code: 'unconfirmed', message: '.', params: { before: '/a', after: '/b' } };
    expect(names(moved, stdio)).toEqual(['review_launch']);
  });

  it('come as command lines for those who type, each once', () => {
    const failure = {
      code: 'secret_missing',
      message: '.',
      fix: 'Store it: gatehouse secret set KEY',
      params: { name: 'KEY' },
    };
    expect(fixText(failure, waysOut(failure, stdio), 'files', 'stdio')).toBe(failure.fix);
    const runner = { code: 'runner_not_allowed', message: '.', params: { command: "/my 'run'" } };
    expect(fixText(runner, waysOut(runner, stdio), 'files', 'stdio')).toContain(
      "gatehouse settings allow-runner '/my '\\''run'\\'''",
    );
  });
});

describe('the sentence', () => {
  it('says the values of a failure in Chinese too, and the last words apart', () => {
    const ended = {
      code: 'exited',
      message: 'The server ended with code 3: no key',
      params: { exit_code: 3, signal: '', last_line: 'no key' },
    };
    expect(failureText(ended, 'en')).toMatchObject({
      sentence: 'The server ended with code 3.',
      words: 'no key',
    });
    expect(failureText(ended, 'zh-CN')).toMatchObject({
      sentence: '服务器自行退出，退出码 3。',
      words: 'no key',
      detail: null,
    });
  });

  it('inserts values as they are, whatever they hold', () => {
    const odd = { code: 'dns', message: '.', params: { host: '{{host}} $& $1' } };
    expect(failureText(odd, 'zh-CN').sentence).toBe('找不到主机 {{host}} $& $1。');
  });
});

describe('what is wrong with a server', () => {
  it('is all named, what stops it first', () => {
    const many: Server = {
      ...server('a', 'A', { counts: [1, 0, 0], held: 1, missing: ['KEY'], trust: 'pending' }),
      connection: {
        state: 'failed',
        since: '2026-12-01T00:00:00.000Z',
        retry_at: '2026-12-01T00:01:00.000Z',
        failure: { code: 'crash_loop', message: 'It keeps crashing.' },
      },
    };
    const troubles = troublesOf(many);
    expect(troubles.map(({ code }) => code)).toEqual(['secrets', 'crash_loop', 'pending', 'held']);
    expect(troubles[1]?.retry_at).toBe('2026-12-01T00:01:00.000Z');
  });

  it('is nothing while it is off', () => {
    expect(troublesOf(server('a', 'A', { enabled: false, trust: 'changed' }))).toEqual([]);
  });
});

describe('a failure that the journal keeps', () => {
  it('is read back from a test, a call and a run that ended', () => {
    expect(
      recordedFailure({
        kind: 'probe',
        outcome: 'unreachable',
        detail: { reason: 'dns', message: 'No such host.', params: { host: 'far.example' } },
      }),
    ).toEqual({ code: 'dns', message: 'No such host.', params: { host: 'far.example' } });
    expect(
      recordedFailure({
        kind: 'call_completed',
        outcome: 'not_sent',
        detail: { code: 'breaker_open', message: 'Not now.' },
      }),
    ).toMatchObject({ code: 'breaker_open', message: 'Not now.' });
    const ended = recordedFailure({
      ...{ kind: 'stop', outcome: 'exited' },
      detail: { pid: 7, exit_code: 3, signal: null },
    });
    expect(ended === null ? '' : failureText(ended, 'en').sentence).toBe(
      'The server ended with code 3.',
    );
  });

  it('is none where all went well, somebody ended it, or the detail is odd', () => {
    const none = [
      { kind: 'probe', outcome: 'ok', detail: { reason: null } },
      { kind: 'stop', outcome: 'cancelled', detail: {} },
      { kind: 'config_change', outcome: null, detail: { code: 'exited' } },
      { kind: 'call_completed', outcome: 'answered', detail: { code: 7, message: ['x'] } },
    ] as const;
    for (const entry of none) expect(recordedFailure(entry)).toBeNull();
  });
});
