import { timingSafeEqual } from 'node:crypto';
import {
  type Answer,
  type RequestName,
  type RequestOutput,
  type RequestParsed,
  type Role,
  requests,
} from '../../src-preload/contract/index.ts';
import { sha256Hex } from '../kernel/canonical-json.ts';
import { fail, type Result } from '../kernel/result.ts';
import type { Surface } from '../kernel/surface.ts';
import type { Core } from './core.ts';
import { describeInputProblem } from './input-problem.ts';

/** Who sends a request and until when they wait for it. */
export interface Caller {
  readonly role: Role;
  readonly surface: Surface;
  /** What `serve --approver` printed, if the caller has it. */
  readonly approverCode?: string;
  readonly signal: AbortSignal;
}

export type Handler<N extends RequestName> = (
  input: RequestParsed<N>,
  caller: Caller,
) => Promise<Result<RequestOutput<N>>> | Result<RequestOutput<N>>;
export type Handlers = { readonly [N in RequestName]: Handler<N> };

/** The one door for requests from outside the process: window, admin socket, CLI. */
export type Serve = <N extends RequestName>(
  name: N,
  input: unknown,
  caller: Caller,
) => Promise<Answer<RequestOutput<N>>>;

/** Requests by which a person says yes, or lets more happen than before (DESIGN.md 2, "Who may say yes"). */
const SAYS_YES: ReadonlySet<RequestName> = new Set<RequestName>([
  'approvals/answer',
  'server/confirm',
  'server/enable',
  'trust/accept',
  'tool/review',
  'tool/override-risk',
  'settings/set',
  'secret/store',
  'calls/resume',
  'agent/create',
  'agent/set',
  'agent/set-text',
  'agent/token',
  'package/update',
]);

/** Fields that hold as soon as they are edited here: who edits them says yes to them. */
const ACCEPTED_FIELDS = ['capabilities', 'tool_risk_overrides'] as const;

function saysYes(name: RequestName, input: unknown): boolean {
  if (SAYS_YES.has(name)) return true;
  if (typeof input !== 'object' || input === null) return false;
  if (name === 'package/scripts') return 'allow' in input && input.allow === true;
  // Taking a server away needs no yes: less is always possible.
  if (name === 'agent/allow')
    return !('tools' in input && Array.isArray(input.tools) && input.tools.length === 0);
  if (name !== 'server/add' && name !== 'server/edit') return false;
  if ('confirm' in input && input.confirm !== undefined) return true;
  const fields =
    'changes' in input ? input.changes : 'registration' in input ? input.registration : {};
  if (typeof fields !== 'object' || fields === null) return false;
  if (name === 'server/edit' && 'enabled' in fields && fields.enabled === true) return true;
  return ACCEPTED_FIELDS.some((field) => field in fields);
}

const sameCode = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(sha256Hex(a)), Buffer.from(sha256Hex(b)));

function mayNot(
  core: Core,
  name: RequestName,
  input: unknown,
  { role, approverCode }: Caller,
): Result<never> | null {
  if (role !== 'cli' || !saysYes(name, input)) return null;
  if (core.owner.kind === 'desktop' && core.settings.get().approvals.answer_from !== 'cli')
    return fail('not_an_approver', 'The Gatehouse app is open, so only its window may say yes.', {
      fix: 'Answer in the window, or allow the command line there: Settings > Approvals > Who may answer while this app runs.',
    });
  if (core.approverCode !== null) {
    const given =
      typeof input === 'object' && input !== null && 'approver_code' in input
        ? String(input.approver_code ?? '')
        : (approverCode ?? '');
    if (!sameCode(given, core.approverCode))
      return fail('not_an_approver', 'This does not carry the approver code.', {
        fix: 'Set GATEHOUSE_APPROVER_CODE to what `gatehouse serve --approver` printed (or add --code to an answer).',
      });
  }
  return null;
}

/** Role -> parse -> handler -> answer. What a handler throws is a bug: logged whole, answered as `internal`. */
export function createServe(core: Core, handlers: Handlers): Serve {
  return async (name, input, caller) => {
    const spec = requests[name];
    if (!spec.from.some((role) => role === caller.role))
      return fail('denied', `${name} is not for a ${caller.role} caller.`);
    const parsed = spec.input.safeParse(input);
    if (!parsed.success) return fail('bad_arguments', describeInputProblem(name, parsed.error));
    const refusal = mayNot(core, name, parsed.data, caller);
    if (refusal !== null && !refusal.ok) return refusal;
    try {
      // The record's own types tie input and output to the handler of the same name.
      const handler = handlers[name] as Handler<typeof name>;
      const result = await handler(parsed.data as RequestParsed<typeof name>, caller);
      if (!result.ok) return { ok: false, failure: redacted(core, result.failure) };
      const output = spec.output.safeParse(result.value);
      if (!output.success)
        throw new Error(`${name} answered out of contract: ${output.error.message}`);
      return { ok: true, value: output.data as RequestOutput<typeof name> };
    } catch (bug) {
      core.log.error('a request failed by a bug', { name, error: describeBug(bug) });
      return fail('internal', 'Something went wrong inside Gatehouse. Details are in its log.', {
        fix: `Look at ${core.paths.log}.`,
      });
    }
  };
}

const describeBug = (bug: unknown): string =>
  bug instanceof Error ? (bug.stack ?? bug.message) : String(bug);

function redacted(
  core: Core,
  failure: {
    code: string;
    message: string;
    fix?: string;
    params?: Record<string, string | number>;
  },
) {
  return {
    ...failure,
    message: core.redactor.text(failure.message),
    ...(failure.fix === undefined ? {} : { fix: core.redactor.text(failure.fix) }),
  };
}
