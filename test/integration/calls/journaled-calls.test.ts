import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { type Calls, must, openCalls, PERSON, whats } from './bench.ts';

const MANY = Array.from({ length: 20 }, (_, n) => n);
let calls: Calls;
beforeEach(async () => {
  calls = await openCalls();
  must(
    await calls.agents.set(
      'reader',
      'name: reader\nmcp: { online_tool: { tools: ["*"] } }\napproval: { low: allow, medium: allow, high: ask }\n',
      PERSON,
    ),
  );
});

const textOf = (answer: Awaited<ReturnType<Calls['call']>['answer']>) => {
  const [first] = Array.isArray(must(answer).result['content'])
    ? [must(answer).result['content']].flat()
    : [];
  return first;
};

test.each(['look', 'delete_everything'])(
  'a server that is called finds the request and the decision in the journal: %s, many at once',
  async (tool) => {
    const path = Buffer.from(calls.paths.journalDb).toString('hex');
    await calls.add('tools', 'reads-journal.mjs', { env: { JOURNAL: path } });
    const first = calls.call(tool, { arguments_json: '{"n":-1}' });
    if (tool !== 'look') {
      must(calls.approvals.answer((await calls.question()).id, 'always', PERSON));
    }
    must(await first.answer);
    const made = MANY.map((n) => calls.call(tool, { arguments_json: `{"n":${n}}` }));
    for (const { answer } of made) {
      expect(textOf(await answer)).toEqual({
        type: 'text',
        text: '["call_requested","call_decided"]',
      });
    }
    for (const { call_id } of made) {
      expect(whats(calls.of(call_id))).toEqual([
        'call_requested',
        'call_decided allow',
        'call_completed answered',
      ]);
    }
    expect(calls.journal.verify()).toMatchObject({ intact: true, problems: [] });
  },
);

test('an answer is not given before the journal has it', async () => {
  await calls.add('tools', 'tools.mjs');
  const reader = new DatabaseSync(calls.paths.journalDb, { readOnly: true });
  const completed = reader.prepare(
    `SELECT count(*) AS n FROM entries WHERE kind = 'call_completed' AND call_id = ?`,
  );
  await Promise.all(
    MANY.map(async () => {
      const { call_id, answer } = calls.call('echo');
      must(await answer);
      expect(completed.get(call_id)).toEqual({ n: 1 });
    }),
  );
  reader.close();
});

test('calls whose entries cannot be written are not sent, all of one turn, and leave nothing', async () => {
  await calls.add('tools', 'tools.mjs');
  must(await calls.call('echo').answer);
  const before = calls.journal.list({}).total;
  const made = MANY.map(() => calls.call('echo'));
  calls.fillJournal(true);
  for (const { answer } of made) {
    expect(await answer).toMatchObject({ ok: false, failure: { code: 'disk_full' } });
  }
  calls.fillJournal(false);
  expect(calls.ran()).toEqual(['call echo']);
  expect(calls.journal.list({}).total).toBe(before);
  must(await calls.call('echo').answer);
  expect(calls.journal.verify()).toMatchObject({ intact: true, entries: before + 3 });
});
