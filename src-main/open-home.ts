import { DEFAULT_AGENT, defaultProfileText } from './agents/new-profile.ts';
import { openAgentProfiles } from './agents/profile-file.ts';
import type { OwnerKind } from './api/owner.ts';
import type { AnchorStore } from './journal/journal-anchor.ts';
import { openJournal } from './journal/journal-db.ts';
import { keepRetention } from './journal/keep-retention.ts';
import type { Clock } from './kernel/clock.ts';
import { prepareHome } from './kernel/home-file.ts';
import type { HomePaths } from './kernel/home-paths.ts';
import { openLog } from './kernel/log-file.ts';
import { ok, type Result } from './kernel/result.ts';
import type { Surface } from './kernel/surface.ts';
import type { Undo } from './kernel/undo.ts';
import { openPolicy } from './policy/policy-file.ts';
import { openRegistry } from './registry/open-registry.ts';
import { openSettings } from './registry/settings-file.ts';
import { chosenStore } from './secrets/chosen-store.ts';
import { createRedactor } from './secrets/create-redactor.ts';
import { envFileStore } from './secrets/env-file.ts';
import { openIntegrityKey } from './secrets/integrity-key-file.ts';
import { KEYCHAIN_ACCOUNTS, type Keychain } from './secrets/keychain.ts';
import { keychainSecretStore } from './secrets/keychain-secret-store.ts';
import { openOsKeychain } from './secrets/os-keychain.ts';
import { taughtStore } from './secrets/taught-store.ts';
import { teachAll } from './secrets/teach-all.ts';
import { trustAnchor } from './trust/journal-end.ts';
import { openTrust, readKeySource, trustExists } from './trust/trust-db.ts';

const START: Surface = { kind: 'start', pid: process.pid, terminal: null };

/** The first half of composing: everything that is kept in the home, in the order in which it is needed. */
export async function openHome(parts: {
  readonly paths: HomePaths;
  readonly clock: Clock;
  readonly kind: OwnerKind;
  readonly undo: Undo;
  /** Whether the home is still ours; asked before each entry of the journal. */
  readonly guard: () => Result<void>;
}) {
  const { paths, clock, kind, undo, guard } = parts;
  const prepared = await prepareHome(paths);
  if (!prepared.ok) return prepared;
  const redactor = createRedactor();
  const log = undo.keep(
    openLog({ path: paths.log, redact: (value) => redactor.json(value), level: 'info' }),
    (part) => part.close(),
  );

  const keychain = openOsKeychain(paths.home);
  const trustDbExists = trustExists(paths.trustDb);
  const source = readKeySource(paths.trustDb);
  if (!source.ok) return source;
  const integrity = await openIntegrityKey({
    paths,
    keychain,
    trustDbExists,
    recordedSource: source.value,
  });
  const opened = openTrust({
    path: paths.trustDb,
    key: integrity.key,
    clock,
    ...(integrity.source === 'missing' ? {} : { key_source: integrity.source }),
  });
  if (!opened.ok) return opened;
  const trust = undo.keep(opened.value, (part) => part.close());

  const journaled = await openJournal({
    path: paths.journalDb,
    key: integrity.key,
    redact: (value) => redactor.json(value),
    clock,
    guard,
    onFull: (failure) => log.error('the journal is full', { ...failure }),
    anchors: [
      ...(integrity.source === 'keychain' ? [keychainAnchor(keychain)] : []),
      ...(integrity.key === null ? [] : [trustAnchor(trust)]),
    ],
  });
  if (!journaled.ok) return journaled;
  const journal = undo.keep(journaled.value, (part) => part.close());

  const settingsOpened = await openSettings({ paths, trust, watch: true });
  if (!settingsOpened.ok) return settingsOpened;
  const settings = undo.keep(settingsOpened.value, (part) => part.close());
  if (kind !== 'cli') undo.add(keepRetention(journal, () => settings.get().journal, log));
  const stores = {
    keychain: taughtStore(keychainSecretStore(keychain), redactor),
    file: taughtStore(envFileStore(paths.envFile), redactor),
  };
  await teachAll([stores.file, stores.keychain]);
  const secrets = chosenStore(stores, () => settings.get().secret_store);
  const registryOpened = await openRegistry({ paths, trust, clock, watch: true });
  if (!registryOpened.ok) return registryOpened;
  const registry = undo.keep(registryOpened.value, (part) => part.close());
  const policyOpened = await openPolicy({ paths, trust, watch: true });
  if (!policyOpened.ok) return policyOpened;
  const policy = undo.keep(policyOpened.value, (part) => part.close());
  const agentsOpened = await openAgentProfiles({ paths, trust, watch: true });
  if (!agentsOpened.ok) return agentsOpened;
  const agents = undo.keep(agentsOpened.value, (part) => part.close());
  if (!trustDbExists && integrity.key !== null) {
    const first = await agents.create(DEFAULT_AGENT, defaultProfileText(), START);
    // A file of that name that was there before waits for a yes like any other.
    if (!first.ok && first.failure.code !== 'already_exists') return first;
  }

  return ok({
    ...{ redactor, log, integrity, trust, journal, settings, secrets },
    ...{ registry, policy, agents },
  });
}

/** Asking a keychain may take long, so it is told seldom. */
const keychainAnchor = (keychain: Keychain): AnchorStore => ({
  place: 'the keychain',
  every_ms: 300_000,
  every_entries: null,
  read: () => keychain.get(KEYCHAIN_ACCOUNTS.journalHead),
  write: (text) => keychain.set(KEYCHAIN_ACCOUNTS.journalHead, text),
});
