import type { PackagePin } from '../registry/package-pin.ts';
import type { Registration } from '../registry/registration.ts';
import type { RegisteredServer } from '../registry/registry.ts';
import { writtenFallback } from './npx-launch.ts';
import { type NpxPackage, type PackageFallback, readNpxUse } from './npx-use.ts';
import { lies, packageFolder } from './package-folder-file.ts';
import type { PackageRecord, PackageRecords } from './package-records.ts';
import type { PackageFacts } from './packages.ts';

export interface FactsParts {
  readonly packages: string;
  readonly records: PackageRecords;
  readonly platform: NodeJS.Platform;
}

/** The pin that binds this spec; null when there is none, or it was for another spec. */
export const pinFor = (
  { spec, name, exact }: NpxPackage,
  pin: PackagePin | null,
): PackagePin | null =>
  pin !== null &&
  pin.spec === spec &&
  pin.name === name &&
  (exact === null || pin.version === exact)
    ? pin
    : null;

/** What a version that was installed is known by, if it is what the pin says. */
export function recordFor(
  records: PackageRecords,
  name: string,
  version: string,
  pin: PackagePin | null,
): PackageRecord | null {
  const record = records.get(name, version);
  return record !== null && (pin === null || record.lock === pin.lock) ? record : null;
}

/** By what a person lets install scripts run: the package, or where there is none the whole command. */
export function scriptsKey(registration: Registration, platform: NodeJS.Platform): string {
  const use = readNpxUse(registration.command_argv, platform);
  return use.kind === 'package' ? use.package.name : JSON.stringify(registration.command_argv);
}

/** The facts about a registration's package; null unless it starts npx. `known` is a reason found elsewhere. */
export function packageFacts(
  registration: Registration,
  pinned: PackagePin | null,
  known: PackageFallback | null,
  parts: FactsParts,
): PackageFacts | null {
  if (registration.transport !== 'stdio') return null;
  const use = readNpxUse(registration.command_argv, parts.platform);
  if (use.kind === 'other') return null;
  const fallback = writtenFallback(registration, parts.platform) ?? known;
  const scripts_allowed = parts.records.scriptsAllowed(scriptsKey(registration, parts.platform));
  const none = { version: null, is_exact: false, installed: false, scripts: [] };
  if (use.kind === 'unusual') return { spec: '', name: '', ...none, scripts_allowed, fallback };
  const { spec, name, exact } = use.package;
  const pin = pinFor(use.package, pinned);
  // Run as written, a range or tag leads wherever npx takes it.
  const version = exact ?? (fallback === null ? (pin?.version ?? null) : null);
  const record = version === null ? null : recordFor(parts.records, name, version, pin);
  return {
    ...{ spec, name, version, is_exact: exact !== null, scripts_allowed, fallback },
    installed:
      record !== null && version !== null && lies(packageFolder(parts.packages, name, version)),
    scripts: record?.scripts ?? [],
  };
}

/** A yes from before there was anything to stand in for the command covers the command only. */
export const unconfirmedFallback = (server: RegisteredServer): PackageFallback | null =>
  server.confirmed_effective === null &&
  (server.trust === 'confirmed' || server.trust === 'pending')
    ? {
        code: 'not_confirmed',
        text: 'Its confirmation covers the command as written only. Confirm it again to have the package installed once and run directly.',
      }
    : null;
