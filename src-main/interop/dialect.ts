import type { FieldReader } from './field-reader.ts';
import type { PlaceholderStyle } from './placeholders.ts';
import type { ServerDraft } from './server-draft.ts';

/** How one client writes a server. Field lists are in order of precedence. */
export interface Dialect {
  readonly format: string;
  readonly type: readonly string[];
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly cwd: readonly string[];
  readonly env: readonly string[];
  readonly url: readonly UrlField[];
  readonly headers: readonly string[];
  readonly timeouts: readonly TimeoutField[];
  readonly placeholders: PlaceholderStyle;
  /** What only this client has; runs after the shared fields were read. */
  readonly more?: (reader: FieldReader, draft: ServerDraft) => ServerDraft;
}

export interface UrlField {
  readonly field: string;
  /** The transport where no type is given; `path` means SSE when the path ends in /sse. */
  readonly means: 'http' | 'sse' | 'path';
}

export interface TimeoutField {
  readonly field: string;
  readonly sets: 'start_s' | 'call_s';
  /** `guess`: clients differ, so 1000 and more are read as milliseconds. */
  readonly unit: 's' | 'ms' | 'guess';
}

/** The shape that most clients share; each dialect states its differences. */
export const COMMON_DIALECT: Dialect = {
  format: 'mcp-servers',
  type: ['type', 'transport', 'transportType'],
  command: ['command'],
  args: ['args'],
  cwd: ['cwd', 'workingDirectory'],
  env: ['env'],
  url: [
    { field: 'httpUrl', means: 'http' },
    { field: 'serverUrl', means: 'path' },
    { field: 'url', means: 'path' },
  ],
  headers: ['headers'],
  timeouts: [{ field: 'timeout', sets: 'call_s', unit: 'guess' }],
  placeholders: { bareDollar: false, braceEnv: false },
};
