import type { Failure } from '../kernel/failure.ts';
import type { HomePaths } from '../kernel/home-paths.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Surface } from '../kernel/surface.ts';
import { Topic } from '../kernel/topic.ts';
import { acceptedText } from '../registry/accepted-text.ts';
import type { OutsideEdits } from '../registry/pending-edit.ts';
import { watchTextFile } from '../registry/watch-text-file.ts';
import type { Trust } from '../trust/trust.ts';
import { EMPTY_POLICY, type Policy, parsePolicy } from './policy-schema.ts';

export interface PolicyStore extends OutsideEdits {
  /** What holds, or what waits, may have changed. */
  readonly changed: Topic<Record<string, never>>;
  /**
   * The accepted rules. `problem`: they cannot be used any more; then one rule holds that denies all.
   * A file that is unreadable, invalid or just not accepted changes nothing here.
   */
  get(): { readonly policy: Policy; readonly version: string; readonly problem: Failure | null };
  /** Replaces the file and accepts it. Fails with the line of what is wrong, then nothing is written. */
  set(text: string, by: Surface): Promise<Result<void>>;
  close(): void;
}

export interface PolicyParts {
  readonly paths: HomePaths;
  readonly trust: Trust;
  readonly watch: boolean;
}

const ITEM = 'file:policy.yml';

/** Fail closed: rules that were accepted and cannot be read may have been denials. */
const DENY_ALL: Policy = {
  version: 1,
  rules: [
    {
      id: 'policy-unusable',
      effect: 'deny',
      reason: 'The accepted policy.yml cannot be used; look at it and accept it again.',
    },
  ],
};

/** `policy.yml` of a home; a missing file is an empty policy once nothing else was accepted. */
export async function openPolicy(parts: PolicyParts): Promise<Result<PolicyStore>> {
  const { paths, trust } = parts;
  const file = acceptedText({
    ...{ path: paths.policy, backups: paths.backups, item: ITEM, title: 'policy.yml' },
    ...{ trust, parse: parsePolicy },
  });
  const changed: PolicyStore['changed'] = new Topic();
  let told = JSON.stringify(file.pending());
  const look = (): void => {
    const now = JSON.stringify(file.pending());
    if (now === told) return;
    told = now;
    changed.emit({});
  };
  const settled = (done: Result<void>): Result<void> => {
    told = JSON.stringify(file.pending());
    if (done.ok) changed.emit({});
    return done;
  };
  const unwatch = parts.watch ? watchTextFile(paths.policy, look) : () => {};
  return ok({
    changed,
    get() {
      const { value, version, problem } = file.holding();
      return { policy: problem ? DENY_ALL : (value ?? EMPTY_POLICY), version, problem };
    },
    pending() {
      const edit = file.pending();
      return edit ? [edit] : [];
    },
    async accept(item, by) {
      if (item !== ITEM || file.pending() === null) {
        return fail('not_found', `Nothing waits under "${item}".`);
      }
      return settled(file.accept(by));
    },
    set: async (text, by) => settled(await file.set(text, by)),
    close: unwatch,
  });
}
