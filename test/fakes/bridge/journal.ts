import type { RequestOutput } from '../../../src-preload/contract/index.ts';

type Entry = RequestOutput<'journal/list'>['entries'][number];

/** A few hundred calls, each requested, decided and completed; newest first. */
export function journal(): Entry[] {
  const entries: Entry[] = [];
  for (let index = 0; index < 300; index += 1) {
    const step = index % 3;
    const call = Math.floor(index / 3);
    entries.push({
      seq: index + 1,
      at: new Date(Date.now() - (300 - index) * 47_000).toISOString(),
      kind: step === 0 ? 'call_requested' : step === 1 ? 'call_decided' : 'call_completed',
      call_id: `call-${call}`,
      agent: call % 4 === 0 ? 'you' : 'researcher',
      client: call % 4 === 0 ? null : 'Claude Desktop',
      server_id: call % 5 === 0 ? 'memory' : 'files',
      tool: call % 3 === 0 ? 'write_file' : 'list_directory',
      decision: step === 1 ? (call % 7 === 0 ? 'deny' : 'allow') : null,
      risk: call % 3 === 0 ? 'high' : 'low',
      outcome: step === 2 ? (call % 11 === 0 ? 'unknown' : 'answered') : null,
      duration_ms: step === 2 ? 12 + call : null,
      detail: { arguments: { path: `/home/ada/papers/${call}.md` } },
      hash: index.toString(16).padStart(64, '0'),
    });
  }
  return entries.reverse();
}
