import { fail } from '../kernel/result.ts';

const EXPECTED =
  'Paste the MCP configuration of a client (JSON, JSONC, TOML or YAML), one server of it, a command line such as "npx -y package", or an address that begins with http:// or https://.';

/** A text that is none of what can be imported; `what` is the beginning of a sentence. */
export const unknownText = (what: string): ReturnType<typeof fail> =>
  fail('bad_arguments', `${what}.`, { fix: EXPECTED });
