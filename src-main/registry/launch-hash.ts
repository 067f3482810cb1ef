import { hashOf } from '../kernel/canonical-json.ts';
import type { Change } from '../kernel/surface.ts';
import { changedFields } from './changed-fields.ts';
import type { Registration } from './registration.ts';

/** Everything a yes to a launch covers, as written: placeholders unexpanded, no PATH look-up. */
export interface LaunchValue {
  readonly server_id: string;
  readonly transport: Registration['transport'];
  readonly command_argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly env_keys: readonly string[];
  readonly url: string;
  readonly auth: Registration['auth'];
}

/** The launch of a registration (DESIGN.md 1, "launch, launchHash"). */
export const launchValue = (server_id: string, written: Registration): LaunchValue => ({
  server_id,
  transport: written.transport,
  command_argv: written.command_argv,
  cwd: written.cwd,
  env: written.env,
  env_keys: written.env_keys,
  url: written.url,
  auth: {
    kind: written.auth.kind,
    env_key: written.auth.env_key,
    header_name: written.auth.header_name,
  },
});

/** SHA-256 over the RFC 8785 text of the launch, 64 lower-case hexadecimal digits. */
export const launchHash = (server_id: string, written: Registration): string =>
  hashOf(launchValue(server_id, written));

/** What differs between two launches, variable by variable; values as JSON text, not masked. */
export const launchChanges = (before: LaunchValue, after: LaunchValue): Change[] =>
  changedFields({ ...before }, { ...after });
