import { assertNever, fail, ok, type Result } from '../kernel/result.ts';
import type { ToolVerdict } from './analyse-messages.ts';
import type { JobEnd, WorkerPool } from './worker-pool-worker.ts';

export interface NamedTool {
  readonly name: string;
  readonly definition: Record<string, unknown>;
}

/** A tool that could not be judged has no verdict, only the reason why it is set aside. */
export type Judged =
  | { readonly tool: NamedTool; readonly verdict: ToolVerdict }
  | { readonly tool: NamedTool; readonly verdict: null; readonly reason: string };

export interface AnalyseLimits {
  /** Tools that go to a thread together. */
  readonly chunk: number;
  readonly tool_ms: number;
  /** After so many ended threads the rest of the server's tools is set aside unjudged. */
  readonly culprits: number;
  /** The same after so long: a server whose tools are all slow only delays itself. */
  readonly total_ms: number;
}

export const ANALYSE_LIMITS: AnalyseLimits = {
  chunk: 20,
  tool_ms: 3_000,
  culprits: 5,
  total_ms: 60_000,
};

interface AnalyseOptions {
  readonly pool: WorkerPool;
  /** Whose tools they are. */
  readonly server_id: string;
  readonly signal: AbortSignal;
  readonly limits?: Partial<AnalyseLimits>;
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Judges every tool in a worker thread. The one at which a thread stops answering or dies is set aside
 * by name and the others are judged again without it. Fails when cancelled, or
 * with `internal` when no thread can be started.
 */
export async function analyseTools(
  tools: readonly NamedTool[],
  { pool, server_id, signal, onProgress, ...options }: AnalyseOptions,
): Promise<Result<readonly Judged[]>> {
  const limits = { ...ANALYSE_LIMITS, ...options.limits };
  const judged = new Map<string, Judged>();
  const started = performance.now();
  let culprits = 0;
  let open = [...tools];
  while (open.length > 0) {
    if (signal.aborted) return fail('cancelled', 'It was cancelled.');
    const chunk = open.slice(0, limits.chunk);
    const { end, at } = await judgeChunk(chunk, pool, server_id, limits.tool_ms);
    switch (end.end) {
      case 'answered': {
        const verdicts = end.reply.kind === 'judged' ? end.reply.verdicts : [];
        chunk.forEach((tool, index) => {
          const verdict = verdicts[index];
          judged.set(tool.name, verdict === undefined ? aside(tool) : { tool, verdict });
        });
        break;
      }
      case 'timeout':
      case 'crash': {
        culprits += 1;
        const culprit = chunk[at];
        if (culprit !== undefined) judged.set(culprit.name, aside(culprit, end));
        break;
      }
      case 'unstarted':
        return fail('internal', `The tools could not be judged: ${end.message}`);
      case 'closed':
        return fail('cancelled', 'Gatehouse is closing.');
      default:
        return assertNever(end);
    }
    const isEnough = culprits >= limits.culprits || performance.now() - started > limits.total_ms;
    open = isEnough ? [] : open.filter(({ name }) => !judged.has(name));
    onProgress?.(judged.size, tools.length);
  }
  return ok(tools.map((tool) => judged.get(tool.name) ?? unjudged(tool)));
}

async function judgeChunk(
  chunk: readonly NamedTool[],
  pool: WorkerPool,
  server_id: string,
  tool_ms: number,
): Promise<{ end: JobEnd; at: number }> {
  const shared = new SharedArrayBuffer(4);
  const at = new Int32Array(shared);
  let seen = 0;
  // The time of the first look, not of now: it may have to wait for a thread.
  let since: number | undefined;
  const stuck = () => {
    const now = Atomics.load(at, 0);
    since ??= performance.now();
    if (now !== seen) {
      seen = now;
      since = performance.now();
    }
    return performance.now() - since > tool_ms;
  };
  const end = await pool.run(
    { kind: 'judge', tools: [...chunk], at: shared },
    { turn: server_id, stuck },
  );
  return { end, at: Atomics.load(at, 0) };
}

function aside(tool: NamedTool, end?: JobEnd): Judged {
  const reason =
    end?.end === 'timeout'
      ? 'Its definition took too long to judge.'
      : 'Its definition could not be judged: the check broke down on it.';
  return { tool, verdict: null, reason };
}

const unjudged = (tool: NamedTool): Judged => ({
  tool,
  verdict: null,
  reason: 'It was not judged: too many tools of this server could not be.',
});
