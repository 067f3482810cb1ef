import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { AmbiguousArguments } from '../../../src-main/gateway/ambiguous-arguments.ts';
import { callProgress, type ProgressParams } from '../../../src-main/gateway/call-progress.ts';
import { failureText } from '../../../src-main/gateway/failure-text.ts';
import { BODY_MAX, readBody, readMessage } from '../../../src-main/gateway/read-body.ts';
import { countRefusedAttempts } from '../../../src-main/gateway/refused-attempts.ts';
import type { Journal, JournalDraft } from '../../../src-main/journal/journal.ts';
import { type FailureCode, failure } from '../../../src-main/kernel/failure.ts';
import { ok } from '../../../src-main/kernel/result.ts';
import { fakeClock } from '../../fakes/clock.ts';

describe('how a failed call is told to the model', () => {
  test.each<[FailureCode, string]>([
    ['denied', '[DENIED] '],
    ['paused', '[DENIED] '],
    ['approval_expired', '[APPROVAL_EXPIRED] '],
    ['exited', '[MCP_UNAVAILABLE] files: '],
    ['disabled', '[MCP_DISABLED] '],
    ['unconfirmed', '[MCP_UNCONFIRMED] '],
    ['outcome_unknown', '[MCP_OUTCOME_UNKNOWN] '],
    ['tool_changed', '[TOOL_CHANGED] '],
    ['bad_arguments', '[INVALID_ARGUMENTS] '],
  ])('%s begins with %s', (code, prefix) =>
    expect(failureText('files', failure(code, 'Why.', { fix: 'Do this.' }))).toEqual({
      text: `${prefix}Why. Do this.`,
    }),
  );

  test('a pending question says that the identical call takes the answer', () => {
    const told = failureText('files', failure('approval_pending', 'x'));
    expect(told).toEqual({
      text: expect.stringMatching(/^\[APPROVAL_PENDING\] .*[Tt]he identical call again later/),
    });
  });

  test('that nothing can be recorded is a denial, and no fault of a server', () => {
    expect(failureText('files', failure('journal_unavailable', 'Disk full.'))).toEqual({
      text: '[DENIED] The journal cannot be written, so nothing runs. Disk full.',
    });
  });

  test('our own fault and an unknown tool are no results', () => {
    expect(failureText('files', failure('internal', 'x'))).toBe('own_fault');
    expect(failureText('files', failure('not_found', 'x'))).toBe('unknown_tool');
  });
});

describe('progress towards a client', () => {
  const step = (over: object) => ({
    ...{ step: 'running' as const, progress: null, total: null, message: '' },
    ...over,
  });

  test('shows that a person is asked, passes numbers on as they came, and only rises', () => {
    const sent: ProgressParams[] = [];
    const progress = callProgress((params) => sent.push(params));
    progress.onStep(step({ step: 'waiting' }));
    progress.onStep(step({ progress: 1, total: 3, message: 'one' }));
    progress.onStep(step({ progress: 1 }));
    progress.onStep(step({ progress: 0.5 }));
    progress.onStep(step({ progress: 2 }));
    progress.stop();
    expect(sent).toEqual([
      { progress: 0, message: 'Waiting for a person to decide.' },
      { progress: 1, total: 3, message: 'one' },
      { progress: 2 },
    ]);
  });
});

describe('the body of a request', () => {
  const chunks = (...parts: (string | Uint8Array)[]) =>
    Readable.from(parts.map((part) => Buffer.from(part)));

  test('is text in UTF-8 of at most 4 MiB', async () => {
    expect(await readBody(chunks('{"a":', '"ü"}'))).toEqual({ text: '{"a":"ü"}' });
    expect(await readBody(chunks('x'.repeat(BODY_MAX)))).not.toBe('too_large');
    expect(await readBody(chunks('x'.repeat(BODY_MAX), 'x'))).toBe('too_large');
    expect(await readBody(chunks(new Uint8Array([0xc3, 0x28])))).toBe('not_text');
  });

  const call = (args: string) => `{"method":"tools/call","params":{"arguments":${args}}}`;

  test('a call that readers may understand differently keeps its text in the place of its arguments', () => {
    expect(readMessage(call('{"a":1}'))).toEqual({
      kind: 'message',
      value: { method: 'tools/call', params: { arguments: { a: 1 } } },
    });
    for (const args of ['{"path":"/a","path":"/b"}', '{"id":9007199254740993}'])
      expect(readMessage(call(args))).toEqual({
        kind: 'message',
        value: {
          method: 'tools/call',
          params: { arguments: new AmbiguousArguments(call(args)) },
        },
      });
    expect(readMessage('{"method":"tools/list","method":"tools/call","id":1,"id":2').kind).toBe(
      'refused',
    );
    expect(readMessage('[{"a":1,"a":2}]').kind).toBe('refused');
  });

  test('of a call that is nested too deep for anything recursive only the shell goes on', () => {
    const nest = `${'['.repeat(400_000)}${']'.repeat(400_000)}`;
    expect(readMessage(call(`{"x":${nest}}`))).toMatchObject({
      kind: 'message',
      value: { method: 'tools/call', params: { arguments: expect.any(AmbiguousArguments) } },
    });
    expect(readMessage(call(`{},"_meta":${nest}`)).kind).toBe('refused');
    expect(readMessage(`{"method":"tools/list","params":${nest}}`).kind).toBe('refused');
  });
});

describe('attempts without a token', () => {
  test('are one entry a minute, as counts', () => {
    const clock = fakeClock();
    const drafts: JournalDraft[] = [];
    const journal: Pick<Journal, 'append'> = {
      append: (draft) => {
        drafts.push(draft);
        return ok({ seq: drafts.length });
      },
    };
    const attempts = countRefusedAttempts({ journal, clock, door: 'gateway' });
    for (let n = 0; n < 500; n += 1) attempts.note('unknown_sign_in');
    expect(drafts).toHaveLength(1);
    clock.advance(60_000);
    attempts.note('unsigned');
    expect(drafts).toHaveLength(2);
    expect(drafts[1]?.detail?.['attempts']).toEqual({ unknown_sign_in: 499, unsigned: 1 });
    attempts.note('unsigned');
    attempts.close();
    expect(drafts.map(({ kind }) => kind)).toEqual(['sign_in', 'sign_in', 'sign_in']);
  });
});
