import {
  failureLine,
  type JournalEntry,
  recordedFailure,
} from '../../../src-preload/contract/index.ts';
import { type Failure, failure } from '../../kernel/failure.ts';
import type { Command, Context, Outcome, Typed } from '../command.ts';
import { forward, send } from '../forward.ts';
import { jsonText, plainJson } from '../json-text.ts';
import { plainLines, table } from '../table.ts';

const showEntries = (entries: readonly JournalEntry[]): string =>
  entries.length === 0
    ? 'Nothing recorded.'
    : table([
        ['SEQ', 'TIME', 'WHAT', 'AGENT', 'SERVER', 'TOOL', 'DECISION', 'OUTCOME', 'MS'],
        ...entries.map((entry) => [
          String(entry.seq),
          entry.at,
          entry.kind,
          entry.agent ?? '',
          entry.server_id ?? '',
          entry.tool ?? '',
          entry.decision ?? '',
          outcomeOf(entry),
          entry.duration_ms === null ? '' : String(entry.duration_ms),
        ]),
      ]);

const WORDS_SHOWN = 80;

/** How it ended; of a server that stopped, the last line of its stderr beside it. */
function outcomeOf({ kind, outcome, detail }: JournalEntry): string {
  const words: unknown = kind === 'stop' ? detail['last_words'] : undefined;
  const last: unknown = Array.isArray(words) ? words.at(-1) : undefined;
  const how = outcome ?? '';
  return typeof last === 'string' ? `${how}: ${last.slice(0, WORDS_SHOWN)}` : how;
}

/** All of it; where something failed, why stands before it, as card and doctor say it. */
function showEntry(entry: JournalEntry): string {
  const failure = recordedFailure(entry);
  if (failure === null) return jsonText(entry);
  return `${plainLines(failureLine(failure, 'en'))} (${failure.code})\n\n${jsonText(entry)}`;
}

/** What `journal list` and `journal export` have in common: which entries. */
const filterUsage =
  '[--text T] [--server S] [--tool T] [--agent A] [--client C] [--risk R] [--kind K] [--call ID]';
const filterOptions = {
  text: { type: 'string' },
  server: { type: 'string' },
  tool: { type: 'string' },
  agent: { type: 'string' },
  client: { type: 'string' },
  risk: { type: 'string' },
  kind: { type: 'string', multiple: true },
  call: { type: 'string' },
} as const;

const filterOf = (typed: Typed) => ({
  text: typed.one('text'),
  server_id: typed.one('server'),
  tool: typed.one('tool'),
  agent: typed.one('agent'),
  client: typed.one('client'),
  // The contract refuses a word that is no risk, and names the ones that are.
  risk: typed.one('risk') as 'low' | 'medium' | 'high' | undefined,
  call_id: typed.one('call'),
  // The contract refuses a word that is no kind, and names the ones that are.
  kinds: typed.many('kind').length > 0 ? (typed.many('kind') as JournalEntry['kind'][]) : undefined,
});

const EXPORT_FORMATS = ['jsonl', 'csv'] as const;
/** A page of many large entries ends early; this few never do, so that a limit can be counted. */
const EXPORT_PAGE = { whole: 1_000, counted: 50 };

/** How many entries at most; without the option all. */
function exportLimit(typed: Typed): number | Failure {
  const text = typed.one('limit');
  if (text === undefined) return Number.POSITIVE_INFINITY;
  const limit = Number(text);
  return Number.isSafeInteger(limit) && limit > 0
    ? limit
    : failure('usage', `"${text}" is no number of entries.`, { fix: 'For example: --limit 500' });
}

/** Page after page to stdout, each when the one before has been taken; ends when nobody reads on. */
async function exportEntries(typed: Typed, context: Context): Promise<Outcome> {
  const word = typed.one('format') ?? 'jsonl';
  const format = EXPORT_FORMATS.find((known) => known === word);
  if (format === undefined)
    return failure('usage', `"${word}" is no format.`, {
      fix: `One of: ${EXPORT_FORMATS.join(', ')}`,
    });
  const limit = exportLimit(typed);
  if (typeof limit !== 'number') return limit;
  const filter = { ...filterOf(typed), format };
  const most = limit === Number.POSITIVE_INFINITY ? EXPORT_PAGE.whole : EXPORT_PAGE.counted;
  let before: number | undefined;
  for (let left = limit; left > 0; left -= most) {
    const page = await send(context, 'journal/export', {
      ...filter,
      limit: Math.min(most, left),
      before_seq: before,
    });
    if (!page.ok) return context.signal.aborted ? 0 : page.failure;
    await context.write(format === 'jsonl' ? plainJson(page.value.text) : page.value.text);
    if (page.value.next_before_seq === null || context.signal.aborted) return 0;
    before = page.value.next_before_seq;
  }
  return 0;
}

export const journalCommands: readonly Command[] = [
  {
    name: 'journal list',
    usage: `${filterUsage} [--limit N] [--before SEQ]`,
    summary: 'What was called, decided and answered; newest first',
    options: { ...filterOptions, limit: { type: 'string' }, before: { type: 'string' } },
    positionals: [0, 0],
    run: async (typed, context) => {
      const page = await send(context, 'journal/list', {
        ...filterOf(typed),
        limit: typed.one('limit'),
        before_seq: typed.one('before'),
      });
      if (!page.ok) return page.failure;
      const { entries } = page.value;
      context.print(context.json ? jsonText(entries) : showEntries(entries));
      return 0;
    },
  },
  {
    name: 'journal export',
    usage: `[--format jsonl|csv] ${filterUsage} [--limit N]`,
    summary: 'Entries as text for other programs, whole, newest first',
    options: { ...filterOptions, format: { type: 'string' }, limit: { type: 'string' } },
    positionals: [0, 0],
    run: exportEntries,
  },
  {
    name: 'journal show',
    usage: '<seq>',
    summary: 'One entry, whole',
    positionals: [1, 1],
    run: ({ positionals: [seq] }, context) => forward(context, 'journal/show', { seq }, showEntry),
  },
  {
    name: 'journal verify',
    usage: '',
    summary: 'Find altered, removed and rolled-back entries',
    positionals: [0, 0],
    run: async (_, context) => {
      const verdict = await send(context, 'journal/verify', {});
      if (!verdict.ok) return verdict.failure;
      const { intact, entries, problems } = verdict.value;
      context.print(
        context.json
          ? jsonText(verdict.value)
          : intact
            ? `${entries} entries, the chain is whole.`
            : problems.map((one) => `${one.seq ?? '-'}: ${one.message}`).join('\n'),
      );
      return intact ? 0 : 1;
    },
  },
];
