import {
  Client,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

export interface ListedTool {
  readonly name: string;
  readonly description: string;
}

/** One fresh connection of an AI client; every subject is reached through the same SDK client. */
export interface Door {
  tools(): Promise<ListedTool[]>;
  /** The result's text; throws when the call failed or was refused. */
  call(tool: string, args: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

const LIMIT = { timeout: 60_000 };

async function doorOf(transport: Transport): Promise<Door> {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(transport, LIMIT);
  return {
    tools: async () => {
      const { tools } = await client.listTools(undefined, { ...LIMIT, cacheMode: 'bypass' });
      return tools.map(({ name, description }) => ({ name, description: description ?? '' }));
    },
    call: async (name, args) => {
      const result = await client.callTool({ name, arguments: args }, LIMIT);
      const text = result.content
        .map((block) => (block.type === 'text' ? block.text : ''))
        .join('');
      if (result.isError) throw new Error(text.slice(0, 500));
      return text;
    },
    close: () => client.close(),
  };
}

export const openStdio = (command: string, args: readonly string[]): Promise<Door> =>
  doorOf(new StdioClientTransport({ command, args: [...args], stderr: 'ignore' }));

export const openHttp = (url: string, headers: Record<string, string> = {}): Promise<Door> =>
  doorOf(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));

export const openSse = (url: string): Promise<Door> => doorOf(new SSEClientTransport(new URL(url)));

/** The door under the names that the server itself gives its tools: `map` says what it is called here. */
export const renamed = (door: Door, map: (tool: string) => string): Door => ({
  ...door,
  call: (tool, args) => door.call(map(tool), args),
});
