import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';

export const ERAS = ['2025', '2026-07-28'] as const;
export type Era = (typeof ERAS)[number];

/** What the person or the model behind the client says; absent: the client cannot be asked that. */
export interface Answers {
  readonly elicit?: (params: unknown) => Promise<Record<string, unknown>>;
  readonly sample?: () => Promise<string>;
  readonly roots?: readonly string[];
}

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeout?: number;
  readonly onprogress?: (told: { progress: number }) => void;
}

/** A client of either era that can be asked, and that notes what it hears. */
export interface TalkingClient {
  readonly era: Era;
  /** Methods of notifications, in order. */
  readonly heard: string[];
  /** Data of log messages. */
  readonly logs: unknown[];
  list(): Promise<unknown[]>;
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<unknown>;
  resources(): Promise<unknown[]>;
  read(uri: string): Promise<unknown>;
  prompts(): Promise<unknown[]>;
  prompt(name: string, args: Record<string, string>): Promise<unknown>;
  setLogLevel(level: 'debug' | 'info' | 'warning' | 'error'): Promise<void>;
  close(): Promise<void>;
}

const header = (token: string) => ({
  requestInit: { headers: { authorization: `Bearer ${token}` } },
});
const capabilitiesOf = ({ elicit, sample, roots }: Answers) => ({
  ...(elicit === undefined ? {} : { elicitation: { form: {}, url: {} } }),
  ...(sample === undefined ? {} : { sampling: {} }),
  ...(roots === undefined ? {} : { roots: {} }),
});
const sampled = (text: string) => ({
  model: 'test-model',
  role: 'assistant' as const,
  content: { type: 'text' as const, text },
});
const rootsOf = (uris: readonly string[]) => ({ roots: uris.map((uri) => ({ uri })) });

export const talkingClient = (
  era: Era,
  url: string,
  token: string,
  answers: Answers = {},
): Promise<TalkingClient> =>
  era === '2025' ? olderClient(url, token, answers) : modernClient(url, token, answers);

async function olderClient(url: string, token: string, answers: Answers): Promise<TalkingClient> {
  const heard: string[] = [];
  const logs: unknown[] = [];
  const client = new OlderClient(
    { name: 'older-client', version: '1.0.0' },
    { capabilities: capabilitiesOf(answers) },
  );
  const { elicit, sample, roots } = answers;
  if (elicit !== undefined)
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => ({
      action: 'accept',
      ...(await elicit(params)),
    }));
  if (sample !== undefined)
    client.setRequestHandler(CreateMessageRequestSchema, async () => sampled(await sample()));
  if (roots !== undefined) client.setRequestHandler(ListRootsRequestSchema, () => rootsOf(roots));
  for (const schema of [
    ToolListChangedNotificationSchema,
    PromptListChangedNotificationSchema,
    ResourceListChangedNotificationSchema,
    ResourceUpdatedNotificationSchema,
  ] as const)
    client.setNotificationHandler(schema, ({ method }) => void heard.push(method));
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
    logs.push(params.data);
  });
  const transport = new OlderTransport(new URL(url), header(token));
  // The SDK's own type of a transport is not exact about optional fields.
  await client.connect(transport as Parameters<OlderClient['connect']>[0]);
  return {
    ...{ era: '2025', heard, logs },
    list: async () => (await client.listTools()).tools,
    call: (name, args = {}, options) =>
      client.callTool({ name, arguments: args }, undefined, options),
    resources: async () => (await client.listResources()).resources,
    read: (uri) => client.readResource({ uri }),
    prompts: async () => (await client.listPrompts()).prompts,
    prompt: (name, args) => client.getPrompt({ name, arguments: args }),
    setLogLevel: async (level) => void (await client.setLoggingLevel(level)),
    close: () => client.close(),
  };
}

async function modernClient(url: string, token: string, answers: Answers): Promise<TalkingClient> {
  const heard: string[] = [];
  const logs: unknown[] = [];
  let level: string | undefined;
  const client = new ModernClient(
    { name: 'modern-client', version: '1.0.0' },
    { capabilities: capabilitiesOf(answers), versionNegotiation: { mode: 'auto' } },
  );
  const { elicit, sample, roots } = answers;
  if (elicit !== undefined)
    client.setRequestHandler('elicitation/create', async ({ params }) => ({
      action: 'accept',
      ...(await elicit(params)),
    }));
  if (sample !== undefined)
    client.setRequestHandler('sampling/createMessage', async () => sampled(await sample()));
  if (roots !== undefined) client.setRequestHandler('roots/list', () => rootsOf(roots));
  for (const method of [
    'notifications/tools/list_changed',
    'notifications/prompts/list_changed',
    'notifications/resources/list_changed',
    'notifications/resources/updated',
  ] as const)
    client.setNotificationHandler(method, () => void heard.push(method));
  client.setNotificationHandler('notifications/message', ({ params }) => {
    logs.push(params.data);
  });
  await client.connect(new ModernTransport(new URL(url), header(token)));
  if (client.getProtocolEra() !== 'modern') throw new Error('The modern era was not found.');
  const changes = await client.listen({
    toolsListChanged: true,
    promptsListChanged: true,
    resourcesListChanged: true,
  });
  return {
    ...{ era: '2026-07-28', heard, logs },
    list: async () => (await client.listTools()).tools,
    call: (name, args = {}, options) =>
      client.callTool(
        {
          ...{ name, arguments: args },
          ...(level === undefined ? {} : { _meta: { 'io.modelcontextprotocol/logLevel': level } }),
        },
        options,
      ),
    resources: async () => (await client.listResources()).resources,
    read: (uri) => client.readResource({ uri }),
    prompts: async () => (await client.listPrompts()).prompts,
    prompt: (name, args) => client.getPrompt({ name, arguments: args }),
    setLogLevel: (wanted) => {
      level = wanted;
      return Promise.resolve();
    },
    close: async () => {
      await changes.close();
      await client.close();
    },
  };
}
