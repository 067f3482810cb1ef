import type { Failure } from '../kernel/failure.ts';
import type { HomePaths } from '../kernel/home-paths.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Change, Surface } from '../kernel/surface.ts';
import { Topic } from '../kernel/topic.ts';
import type { Trust } from '../trust/trust.ts';
import { changedFields, sameJson } from './changed-fields.ts';
import { setJsonc } from './edit-jsonc.ts';
import { fieldProblems } from './field-problems.ts';
import { withHeldText } from './held-text-file.ts';
import { liveText, type TextNow } from './live-text-file.ts';
import { parseSettings } from './parse-settings.ts';
import type { OutsideEdits } from './pending-edit.ts';
import type { TextProblem } from './read-jsonc.ts';
import { unreadable } from './registry-file.ts';
import { AcceptedSettings, DEFAULT_SETTINGS, SETTING_NAMES, Settings } from './settings.ts';
import { watchTextFile } from './watch-text-file.ts';

export interface SettingsStore extends OutsideEdits {
  readonly changed: Topic<Record<string, never>>;
  /** What holds: the file, but `runners`, `approvals.answer_from` and `journal` as accepted. */
  get(): Settings;
  /** Why the file (`failure`) or single fields of it are not heeded. */
  problems(): { readonly failure: Failure | null; readonly invalid: readonly TextProblem[] };
  /**
   * Sets some fields (nested, like the file) and accepts them. bad_arguments names a wrong field;
   * a file that cannot be read is never written.
   */
  set(changes: unknown, by: Surface): Promise<Result<void>>;
  close(): void;
}

const BYTES_MAX = 256 * 1024;
const ITEM = 'runners';
const DEFAULT_ACCEPTED: AcceptedSettings = acceptedPart(DEFAULT_SETTINGS);

interface View {
  readonly now: TextNow;
  readonly written: Settings;
  readonly failure: Failure | null;
  readonly invalid: readonly TextProblem[];
}

/** `settings.json` of a home; reads are live. A missing file means the defaults. */
export async function openSettings(parts: {
  readonly paths: HomePaths;
  readonly trust: Trust;
  readonly watch?: boolean;
}): Promise<Result<SettingsStore>> {
  const { paths, trust } = parts;
  const live = liveText(paths.settings, BYTES_MAX);
  const changed: SettingsStore['changed'] = new Topic();
  let view: View = viewOf(paths.settings, live.read(), DEFAULT_SETTINGS);

  /** The written settings now; while the file is unreadable the last readable ones. */
  function look(): View {
    const now = live.read();
    if (now !== view.now) view = viewOf(paths.settings, now, view.written);
    return view;
  }
  let row: unknown;
  let parsed = DEFAULT_ACCEPTED;
  const accepted = (): AcceptedSettings => {
    const now = trust.get('accepted', ITEM);
    if (now === row) return parsed;
    const read = AcceptedSettings.safeParse(now);
    row = now;
    parsed = read.success ? read.data : DEFAULT_ACCEPTED;
    return parsed;
  };
  const accept = (content: AcceptedSettings, by: Surface): Result<void> => {
    if (sameJson(content, accepted())) return ok();
    const stored = trust.put('accepted', ITEM, { ...content, by });
    return stored.ok ? bump(trust) : stored;
  };
  let got: { accepted: AcceptedSettings; written: Settings; settings: Settings } | undefined;
  const get = (): Settings => {
    const holds = accepted();
    const { written } = look();
    if (got?.accepted === holds && got.written === written) return got.settings;
    const { runners, answer_from, journal } = holds;
    const approvals = { ...written.approvals, answer_from };
    got = { accepted: holds, written, settings: { ...written, runners, journal, approvals } };
    return got.settings;
  };
  const waiting = (): readonly Change[] => changesBetween(accepted(), acceptedPart(look().written));

  const state = () => JSON.stringify([get(), waiting(), look().failure, look().invalid]);
  let told = state();
  const tell = (): void => {
    const now = state();
    if (now === told) return;
    told = now;
    changed.emit({});
  };
  const unwatch = parts.watch ? watchTextFile(paths.settings, tell) : () => {};

  return ok({
    changed,
    get,
    problems: () => ({ failure: look().failure, invalid: look().invalid }),
    pending() {
      const changes = waiting();
      return changes.length === 0
        ? []
        : [{ item: ITEM, title: 'settings.json', changes, problem: look().failure }];
    },
    async accept(item, by) {
      if (item !== ITEM || waiting().length === 0) {
        return fail('not_found', `Nothing waits under "${item}".`);
      }
      const { failure, written } = look();
      const done = failure ? fail(failure) : accept(acceptedPart(written), by);
      tell();
      return done;
    },
    async set(changes, by) {
      const place = { path: paths.settings, backups: paths.backups, max_bytes: BYTES_MAX };
      const done = await withHeldText(place, async ({ text, write }) => {
        const before = parseSettings(text ?? '{}');
        if (before.problem) return fail(unreadable(paths.settings, before.problem));
        const after = withChanges(before.settings, changes);
        if (!after.ok) return after;
        const written = await write(setJsonc(text ?? '{}\n', [], changes));
        if (!written.ok) return written;
        return accept(acceptedAfter(accepted(), changes, after.value), by);
      });
      tell();
      return done;
    },
    close: unwatch,
  });
}

function acceptedPart({ runners, approvals, journal }: Settings): AcceptedSettings {
  return { runners, answer_from: approvals.answer_from, journal };
}

const asInFile = ({ runners, answer_from, journal }: AcceptedSettings) => ({
  ...{ runners, journal },
  approvals: { answer_from },
});
const changesBetween = (holds: AcceptedSettings, written: AcceptedSettings): Change[] =>
  changedFields(asInFile(holds), asInFile(written));

const bump = (trust: Trust): Result<void> => {
  const bumped = trust.bumpConfigVersion();
  return bumped.ok ? ok() : bumped;
};

function viewOf(path: string, now: TextNow, last: Settings): View {
  if (now.state === 'missing') {
    return { now, written: DEFAULT_SETTINGS, failure: null, invalid: [] };
  }
  if (now.state === 'unreadable') return { now, written: last, failure: now.failure, invalid: [] };
  const parsed = parseSettings(now.text);
  return parsed.problem
    ? { now, written: last, failure: unreadable(path, parsed.problem), invalid: [] }
    : { now, written: parsed.settings, failure: null, invalid: parsed.invalid };
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function withChanges(before: Settings, changes: unknown): Result<Settings> {
  if (!isFields(changes)) return fail('bad_arguments', 'Settings must be an object.');
  const merged = merge(before, changes);
  const parsed = Settings.safeParse(merged);
  if (parsed.success) return ok(parsed.data);
  const problem = fieldProblems(parsed.error, merged, SETTING_NAMES)[0];
  return fail('bad_arguments', problem?.message ?? 'These settings are not valid.');
}

function merge(
  before: Readonly<Record<string, unknown>>,
  changes: Readonly<Record<string, unknown>>,
) {
  const entries = Object.entries(changes).map(([key, value]): [string, unknown] => {
    const old = Object.hasOwn(before, key) ? before[key] : undefined;
    return [key, isFields(old) && isFields(value) ? { ...old, ...value } : value];
  });
  return { ...before, ...Object.fromEntries(entries) };
}

/** Only what was set is accepted: what else waits in the file goes on waiting. */
function acceptedAfter(
  held: AcceptedSettings,
  changes: unknown,
  { runners, approvals, journal }: Settings,
): AcceptedSettings {
  const given = isFields(changes) ? changes : {};
  const inner = isFields(given['approvals']) ? given['approvals'] : {};
  return {
    runners: Object.hasOwn(given, 'runners') ? runners : held.runners,
    answer_from: Object.hasOwn(inner, 'answer_from') ? approvals.answer_from : held.answer_from,
    journal: Object.hasOwn(given, 'journal') ? journal : held.journal,
  };
}
