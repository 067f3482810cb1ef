import type { JournalEntry, JournalFilter } from '../../../src-preload/contract/index.ts';
import type { Emit, Handlers } from '../bridge/fake-bridge.ts';

const START = Date.now();

function entryOf(seq: number, more: Partial<JournalEntry>): JournalEntry {
  return {
    seq,
    at: new Date(START + seq).toISOString(),
    kind: 'launch',
    call_id: null,
    agent: null,
    client: null,
    server_id: 'files',
    tool: null,
    decision: null,
    risk: null,
    outcome: null,
    duration_ms: null,
    detail: {},
    hash: seq.toString(16).padStart(64, '0'),
    ...more,
  };
}

/** One call in three entries, every fourth of them denied. */
function callEntry(index: number): JournalEntry {
  const call = Math.floor(index / 3);
  const denied = call % 4 === 0;
  const about = { call_id: `call-${call}`, agent: 'researcher', tool: `tool_${call}` };
  const steps: readonly Partial<JournalEntry>[] = [
    { kind: 'call_requested', detail: { arguments: { path: `~/papers/${call}.md` } } },
    { kind: 'call_decided', decision: denied ? 'deny' : 'once', risk: 'high' },
    { kind: 'call_completed', outcome: denied ? 'not_sent' : 'answered', duration_ms: 7 },
  ];
  return entryOf(index + 1, { ...about, ...steps[index % 3] });
}

const matches = (entry: JournalEntry, filter: JournalFilter): boolean =>
  (filter.kinds?.includes(entry.kind) ?? true) &&
  (filter.decision === undefined || filter.decision === entry.decision) &&
  (filter.call_id === undefined || filter.call_id === entry.call_id) &&
  (filter.text === undefined || JSON.stringify(entry).includes(filter.text));

/** A journal in memory that filters and pages as the owner's does, and grows on demand. */
export function memoryJournal(count: number, emit: Emit) {
  const entries = Array.from({ length: count }, (_, index) => callEntry(index));
  const handlers: Handlers = {
    'journal/list': (filter) => {
      const { before_seq, limit, ...rest } = filter;
      const all = entries.filter((entry) => matches(entry, rest as JournalFilter));
      const page = all.filter((entry) => entry.seq < Number(before_seq ?? Infinity));
      return { entries: page.reverse().slice(0, Number(limit ?? 100)), total: all.length };
    },
    'journal/show': ({ seq }) => {
      const found = entries.find((entry) => entry.seq === Number(seq));
      if (found === undefined) throw new Error(`no entry ${seq}`);
      return found;
    },
    'journal/verify': () => ({
      intact: false,
      entries: entries.length,
      problems: [{ seq: 4, message: 'Its hash does not fit.' }],
    }),
  };
  return {
    handlers,
    /** Appends launches and says so. */
    grow: (by: number) => {
      for (let more = 0; more < by; more += 1) {
        const seq = entries.length + 1;
        entries.push(entryOf(seq, { detail: { command_argv: ['npx', `new-${seq}`] } }));
        emit({ name: 'journal/appended', body: { seq } });
      }
    },
  };
}
