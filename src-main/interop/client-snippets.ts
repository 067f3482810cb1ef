import { stringify as tomlText } from 'smol-toml';
import { stringify as yamlText } from 'yaml';

export interface ClientSnippet {
  readonly id: string;
  readonly name: string;
  /** `http`: the client speaks to the gateway itself. `connect`: it starts `gatehouse connect`. */
  readonly by: 'http' | 'connect';
  readonly format: 'json' | 'jsonc' | 'toml' | 'yaml';
  readonly path: string;
  readonly text: string;
}

export interface SnippetParts {
  readonly agent: string;
  /** Of the gateway. */
  readonly url: string;
  readonly token: string;
  readonly platform: NodeJS.Platform;
  /** What starts our command line from anywhere: a program and its first arguments. */
  readonly program: readonly [string, ...string[]];
  /** Where it is not the usual folder. */
  readonly home: string | null;
}

interface ClientFormat {
  readonly id: string;
  readonly name: string;
  readonly by?: 'connect';
  readonly format: ClientSnippet['format'];
  /** `~` and `%NAME%` stand for the folders of the person; by platform where it differs. */
  readonly path:
    | string
    | { readonly linux: string; readonly darwin: string; readonly win32: string };
  readonly content: (reach: Reach) => unknown;
}

interface Reach extends SnippetParts {
  readonly headers: { readonly Authorization: string };
}

const mcpServers = (entry: unknown) => ({ mcpServers: { gatehouse: entry } });

/** The common clients, each with its own spelling of one server. */
const CLIENTS: readonly ClientFormat[] = [
  {
    ...{ id: 'claude-desktop', name: 'Claude Desktop', by: 'connect', format: 'json' },
    path: {
      linux: '~/.config/Claude/claude_desktop_config.json',
      darwin: '~/Library/Application Support/Claude/claude_desktop_config.json',
      win32: '%APPDATA%\\Claude\\claude_desktop_config.json',
    },
    content: ({ agent, token, program: [command, ...args], home }) =>
      mcpServers({
        command,
        args: [...args, 'connect', '--agent', agent],
        env: { GATEHOUSE_TOKEN: token, ...(home === null ? {} : { GATEHOUSE_HOME: home }) },
      }),
  },
  {
    ...{ id: 'claude-code', name: 'Claude Code', format: 'json', path: '~/.claude.json' },
    content: ({ url, headers }) => mcpServers({ type: 'http', url, headers }),
  },
  {
    ...{ id: 'cursor', name: 'Cursor', format: 'json', path: '~/.cursor/mcp.json' },
    content: ({ url, headers }) => mcpServers({ url, headers }),
  },
  {
    ...{ id: 'vscode', name: 'VS Code', format: 'jsonc' },
    path: {
      linux: '~/.config/Code/User/mcp.json',
      darwin: '~/Library/Application Support/Code/User/mcp.json',
      win32: '%APPDATA%\\Code\\User\\mcp.json',
    },
    content: ({ url, headers }) => ({ servers: { gatehouse: { type: 'http', url, headers } } }),
  },
  {
    ...{ id: 'windsurf', name: 'Windsurf', format: 'json' },
    path: '~/.codeium/windsurf/mcp_config.json',
    content: ({ url, headers }) => mcpServers({ serverUrl: url, headers }),
  },
  {
    ...{ id: 'zed', name: 'Zed', format: 'jsonc' },
    path: {
      linux: '~/.config/zed/settings.json',
      darwin: '~/.config/zed/settings.json',
      win32: '%APPDATA%\\Zed\\settings.json',
    },
    content: ({ url, headers }) => ({ context_servers: { gatehouse: { url, headers } } }),
  },
  {
    ...{ id: 'codex', name: 'Codex', format: 'toml', path: '~/.codex/config.toml' },
    content: ({ url, headers }) => ({
      mcp_servers: { gatehouse: { url, http_headers: headers } },
    }),
  },
  {
    ...{ id: 'gemini-cli', name: 'Gemini CLI', format: 'json', path: '~/.gemini/settings.json' },
    content: ({ url, headers }) => mcpServers({ httpUrl: url, headers }),
  },
  {
    ...{ id: 'cline', name: 'Cline', format: 'json' },
    path: '~/.cline/data/settings/cline_mcp_settings.json',
    content: ({ url, headers }) => mcpServers({ type: 'streamableHttp', url, headers }),
  },
  {
    ...{ id: 'goose', name: 'Goose', format: 'yaml' },
    path: {
      linux: '~/.config/goose/config.yaml',
      darwin: '~/.config/goose/config.yaml',
      win32: '%APPDATA%\\Block\\goose\\config\\config.yaml',
    },
    content: ({ url, headers }) => ({
      extensions: {
        gatehouse: {
          ...{ name: 'gatehouse', type: 'streamable_http', enabled: true },
          ...{ uri: url, headers, timeout: 300 },
        },
      },
    }),
  },
  {
    ...{ id: 'lm-studio', name: 'LM Studio', format: 'json', path: '~/.lmstudio/mcp.json' },
    content: ({ url, headers }) => mcpServers({ url, headers }),
  },
  {
    ...{ id: 'opencode', name: 'opencode', format: 'jsonc' },
    path: '~/.config/opencode/opencode.json',
    content: ({ url, headers }) => ({
      $schema: 'https://opencode.ai/config.json',
      mcp: { servers: { gatehouse: { type: 'remote', url, headers } } },
    }),
  },
];

/**
 * For each of the common clients the text that makes it reach the gateway as one agent, and the file
 * it belongs to. Whole files: in one that exists only the inner entry is added.
 */
export function clientSnippets(parts: SnippetParts): readonly ClientSnippet[] {
  const reach = { ...parts, headers: { Authorization: `Bearer ${parts.token}` } };
  return CLIENTS.map(({ id, name, by, format, path, content }) => ({
    ...{ id, name, by: by ?? 'http', format },
    path: pathOn(parts.platform, path),
    text: written(format, content(reach)),
  }));
}

function pathOn(platform: NodeJS.Platform, path: ClientFormat['path']): string {
  if (typeof path !== 'string') {
    return platform === 'darwin' || platform === 'win32' ? path[platform] : path.linux;
  }
  if (platform !== 'win32') return path;
  return path.replace(/^~/, '%USERPROFILE%').replaceAll('/', '\\');
}

function written(format: ClientSnippet['format'], content: unknown): string {
  if (format === 'toml') return `${tomlText(content).trimEnd()}\n`;
  if (format === 'yaml') return yamlText(content, { lineWidth: 0 });
  return `${JSON.stringify(content, null, 2)}\n`;
}
