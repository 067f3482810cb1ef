import type { Clock } from '../kernel/clock.ts';
import type { HomePaths } from '../kernel/home-paths.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Surface } from '../kernel/surface.ts';
import { Topic } from '../kernel/topic.ts';
import type { Trust } from '../trust/trust.ts';
import { checkRegistration, idProblem } from './check-registration.ts';
import { addEntry, changed, changeEntry, removeEntry } from './edit-registry-text.ts';
import { fieldProblems } from './field-problems.ts';
import type { PackagePin } from './package-pin.ts';
import { Registration, type RegistrationChanges, type RegistrationDraft } from './registration.ts';
import type { RegisteredServer, Registry } from './registry.ts';
import { type HeldRegistry, withRegistryFile } from './registry-file.ts';
import { openRegistryView, type RegistryView } from './registry-view.ts';
import {
  fieldsToAccept,
  putAccepted,
  putConfirmation,
  putPackagePin,
  readAccepted,
  readConfirmation,
  withdrawTrust,
} from './server-trust.ts';
import { watchTextFile } from './watch-text-file.ts';

export interface RegistryParts {
  readonly paths: HomePaths;
  readonly trust: Trust;
  readonly clock: Clock;
  /** Whether edits from outside are noticed without anybody asking. */
  readonly watch: boolean;
}

/** The registry of a home. An unreadable file is not a failure: it is the snapshot's `problem`. */
export async function openRegistry(parts: RegistryParts): Promise<Result<Registry>> {
  const topic: Registry['changed'] = new Topic();
  const view = openRegistryView(parts, topic);
  view.look();
  const unwatch = parts.watch ? watchTextFile(parts.paths.registry, () => view.look()) : () => {};
  return ok(new FileRegistry(parts, view, topic, unwatch));
}

class FileRegistry implements Registry {
  readonly changed: Registry['changed'];
  readonly #parts: RegistryParts;
  readonly #view: RegistryView;
  readonly #unwatch: () => void;

  constructor(
    parts: RegistryParts,
    view: RegistryView,
    topic: Registry['changed'],
    unwatch: () => void,
  ) {
    this.#parts = parts;
    this.#view = view;
    this.changed = topic;
    this.#unwatch = unwatch;
  }

  snapshot() {
    return this.#view.snapshot();
  }

  get(id: string) {
    return this.#view.get(id);
  }

  confirmedLaunch(id: string) {
    return readConfirmation(this.#parts.trust, id);
  }

  async add(id: string, draft: RegistrationDraft, _by: Surface): Promise<Result<RegisteredServer>> {
    const badId = idProblem(id);
    if (badId !== null) return fail('bad_arguments', badId);
    const whole = parseWhole(draft);
    if (!whole.ok) return whole;
    const { paths, trust } = this.#parts;
    const written = await withRegistryFile(paths, async ({ text, parsed, write }) => {
      const taken = parsed.entries.has(id) || parsed.invalid.some((entry) => entry.id === id);
      if (taken) {
        return fail('already_exists', `There is a server "${id}" already.`, { params: { id } });
      }
      // A yes given before its entry was taken out by hand is not a yes to the new entry.
      const withdrawn = withdrawTrust(trust, id);
      return withdrawn.ok ? write(addEntry(text, id, whole.value)) : withdrawn;
    });
    return this.#after(id, written);
  }

  async edit(
    id: string,
    changes: RegistrationChanges,
    by: Surface,
  ): Promise<Result<RegisteredServer>> {
    const { paths, trust, clock } = this.#parts;
    const written = await withRegistryFile(paths, async (held) => {
      const before = entryOf(held, id);
      if (!before.ok) return before;
      const after = parseWhole(changed(before.value, changes));
      if (!after.ok) return after;
      const done = await held.write(changeEntry(held.text, id, before.value, after.value));
      if (!done.ok) return done;
      const { capabilities, tool_risk_overrides } = changes;
      if (capabilities === undefined && tool_risk_overrides === undefined) return ok();
      const accepted = { ...readAccepted(trust, id) };
      const wanted = fieldsToAccept(after.value);
      if (capabilities !== undefined) accepted.capabilities = wanted.capabilities;
      if (tool_risk_overrides !== undefined) {
        accepted.tool_risk_overrides = wanted.tool_risk_overrides;
      }
      return putAccepted(trust, id, accepted, { at: clock.now(), by });
    });
    return this.#after(id, written);
  }

  async remove(id: string, _by: Surface): Promise<Result<void>> {
    const { paths, trust } = this.#parts;
    const removed = await withRegistryFile(paths, async ({ text, write }) => {
      const edited = removeEntry(text, id);
      if (edited === text) return notFound(id);
      const withdrawn = withdrawTrust(trust, id);
      if (!withdrawn.ok) return withdrawn;
      const written = await write(edited);
      if (written.ok) return written;
      const undone = withdrawn.value();
      return undone.ok ? written : undone;
    });
    this.#view.look({ again: true });
    return removed;
  }

  async confirm(
    id: string,
    launch_hash: string,
    executable: string | null,
    by: Surface,
    effective: string | null = null,
  ): Promise<Result<RegisteredServer>> {
    const found = this.#readable(id);
    if (!found.ok) return found;
    const actual = found.value.launch_hash;
    if (actual !== launch_hash) {
      return fail('hash_mismatch', `This launch's hash is ${actual}, not ${launch_hash}.`, {
        fix: 'Look at the launch again and confirm what you see.',
        params: { actual, given: launch_hash },
      });
    }
    const stamp = { at: this.#parts.clock.now(), by };
    const put = putConfirmation(
      this.#parts.trust,
      id,
      found.value.written,
      { executable, effective },
      stamp,
    );
    return this.#after(id, put);
  }

  pinPackage(id: string, pin: PackagePin): Result<RegisteredServer> {
    return this.#after(id, putPackagePin(this.#parts.trust, id, pin));
  }

  async accept(id: string, by: Surface): Promise<Result<RegisteredServer>> {
    const found = this.#readable(id);
    if (!found.ok) return found;
    const { trust: state, written } = found.value;
    if (state === 'unconfirmed' || state === 'changed') {
      return fail('unconfirmed', `The launch of "${id}" must be confirmed first.`, {
        fix: 'Look at the launch and confirm it; that accepts the rest too.',
        params: { id },
      });
    }
    const stamp = { at: this.#parts.clock.now(), by };
    return this.#after(id, putAccepted(this.#parts.trust, id, fieldsToAccept(written), stamp));
  }

  async close(): Promise<void> {
    this.#unwatch();
    this.#view.close();
  }

  /** The server as it stands in a readable file: nobody says yes to what was there before. */
  #readable(id: string): Result<RegisteredServer> {
    const broken = this.#view.failure();
    if (broken) return fail(broken);
    const found = this.#view.get(id);
    return found ? ok(found) : notFound(id);
  }

  #after(id: string, done: Result<void>): Result<RegisteredServer> {
    this.#view.look({ again: true });
    if (!done.ok) return done;
    const found = this.#view.get(id);
    return found ? ok(found) : notFound(id);
  }
}

const notFound = (id: string) =>
  fail('not_found', `There is no server "${id.slice(0, 100)}".`, { params: { id } });

function entryOf({ parsed }: HeldRegistry, id: string): Result<Registration> {
  const entry = parsed.entries.get(id);
  if (entry) return ok(entry);
  const invalid = parsed.invalid.find((each) => each.id === id);
  if (!invalid) return notFound(id);
  const params = { id, ...(invalid.line === null ? {} : { line: invalid.line }) };
  return fail('invalid_entry', `The entry "${id}" is not valid: ${invalid.message}`, {
    fix: 'Mend the entry in the file, or remove it.',
    params,
  });
}

/** A draft with its defaults, checked like an entry of the file. */
function parseWhole(draft: unknown): Result<Registration> {
  const parsed = Registration.safeParse(draft);
  const problems = parsed.success
    ? checkRegistration(parsed.data)
    : fieldProblems(parsed.error, draft);
  const first = problems[0];
  if (first) return fail('bad_arguments', first.message);
  return parsed.success ? ok(parsed.data) : fail('bad_arguments', 'The entry is not valid.');
}
