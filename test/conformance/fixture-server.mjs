// What the official conformance suite expects of a server, in both eras over stdio: the gateway stands
// before it. `--legacy` leaves out the era of 2026-07-28, `--modern` the older one.
import { fileURLToPath } from 'node:url';
import {
  completable,
  fromJsonSchema,
  inputRequired,
  McpServer,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';
import { addAskingTools, answer, codec, form } from './fixture-asking.mjs';
import { text, tool } from './fixture-results.mjs';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
const image = { type: 'image', data: PNG, mimeType: 'image/png' };
const said = (content) => ({ messages: content.map((each) => ({ role: 'user', content: each })) });

const RICH_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

export function createServer({ era } = {}) {
  const server = new McpServer(
    { name: 'conformance-fixture', version: '1.0.0' },
    {
      capabilities: {
        logging: {},
        completions: {},
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
      },
      requestState: { verify: codec.verify },
    },
  );
  contents(server);
  running(server);
  addAskingTools(server, era);
  resources(server);
  prompts(server);
  if (era !== 'modern') {
    server.server.setRequestHandler('resources/subscribe', async () => ({}));
    server.server.setRequestHandler('resources/unsubscribe', async () => ({}));
  }
  return server;
}

function contents(server) {
  const embedded = (uri, mimeType, words) => ({
    type: 'resource',
    resource: { uri, mimeType, text: words },
  });
  tool(server, 'test_simple_text', () => text('This is a simple text response for testing.'));
  tool(server, 'test_image_content', () => ({ content: [image] }));
  tool(server, 'test_audio_content', () => ({
    content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }],
  }));
  tool(server, 'test_embedded_resource', () => ({
    content: [
      embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
    ],
  }));
  tool(server, 'test_multiple_content_types', () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }));
  tool(server, 'test_error_handling', () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  tool(
    server,
    'json_schema_2020_12_tool',
    (args) => text(JSON.stringify(args)),
    fromJsonSchema(RICH_SCHEMA),
  );
  tool(
    server,
    'test_headers',
    ({ region }) => text(region),
    fromJsonSchema({
      type: 'object',
      properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
      required: ['region'],
    }),
  );
}

/** Tools that say something while they run, or change what the server offers. */
function running(server) {
  tool(server, 'test_tool_with_logging', async (_args, ctx) => {
    for (const words of ['execution started', 'processing data', 'execution completed']) {
      await ctx.mcpReq.log('info', `Tool ${words}`);
      await pause();
    }
    return text('Logged three times.');
  });
  tool(server, 'test_logging_tool', async (_args, ctx) => {
    await ctx.mcpReq.log('info', 'Only for those who asked for a level');
    return text('Logged once.');
  });
  tool(server, 'test_tool_with_progress', async (_args, ctx) => {
    const progressToken = ctx.mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await ctx.mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 100 },
        });
      await pause();
    }
    return text('Told the progress.');
  });
  // Both leave and come back as they were accepted: what is new waits for a person's review.
  const flipTool = tool(server, 'test_flipping_tool', () => text('I am here.'));
  tool(server, 'test_trigger_tool_change', () => {
    flipTool.update({ enabled: !flipTool.enabled });
    return text('The list of tools has changed.');
  });
  const flipPrompt = server.registerPrompt('test_flipping_prompt', { description: 'Flips' }, () =>
    said([{ type: 'text', text: 'I am here.' }]),
  );
  tool(server, 'test_trigger_prompt_change', () => {
    flipPrompt.update({ enabled: !flipPrompt.enabled });
    return text('The list of prompts has changed.');
  });
}

function resources(server) {
  const fixed = (name, uri, mimeType, body) =>
    server.registerResource(name, uri, { description: name, mimeType }, () => ({
      contents: [{ uri, mimeType, ...body }],
    }));
  fixed('static-text', 'test://static-text', 'text/plain', {
    text: 'This is the content of the static text resource.',
  });
  fixed('static-binary', 'test://static-binary', 'image/png', { blob: PNG });
  fixed('watched', 'test://watched-resource', 'text/plain', { text: 'Watch me.' });
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { description: 'By id', mimeType: 'application/json' },
    (uri, { id }) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
        },
      ],
    }),
  );
}

function prompts(server) {
  const prompt = (name, work, argsSchema) =>
    server.registerPrompt(
      name,
      { description: `Conformance: ${name}`, ...(argsSchema ? { argsSchema } : {}) },
      argsSchema ? work : (ctx) => work({}, ctx),
    );
  prompt('test_simple_prompt', () =>
    said([{ type: 'text', text: 'This is a simple prompt for testing.' }]),
  );
  prompt(
    'test_prompt_with_arguments',
    ({ arg1, arg2 }) =>
      said([{ type: 'text', text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` }]),
    z.object({
      arg1: completable(z.string(), (typed) =>
        ['testing', 'paris', 'park'].filter((word) => word.startsWith(typed)),
      ),
      arg2: z.string(),
    }),
  );
  prompt(
    'test_prompt_with_embedded_resource',
    ({ resourceUri: uri }) =>
      said([
        {
          type: 'resource',
          resource: {
            uri,
            mimeType: 'text/plain',
            text: 'Embedded resource content for testing.',
          },
        },
        { type: 'text', text: 'Please process the embedded resource above.' },
      ]),
    z.object({ resourceUri: z.string() }),
  );
  prompt('test_prompt_with_image', () =>
    said([image, { type: 'text', text: 'Please analyze the image above.' }]),
  );
  prompt('test_input_required_result_prompt', (_args, ctx) => {
    const given = answer(ctx, 'user_context');
    if (given !== undefined)
      return said([{ type: 'text', text: `In this context: ${given.content?.context}` }]);
    const question = form('What context should the prompt use?', { context: { type: 'string' } });
    return inputRequired({ inputRequests: { user_context: question } });
  });
}

if (process.argv[1] !== fileURLToPath(import.meta.url)) {
  // imported: whoever does so serves it
} else if (process.argv.includes('--legacy')) {
  await createServer({ era: 'legacy' }).connect(new StdioServerTransport());
} else {
  serveStdio(createServer, process.argv.includes('--modern') ? { legacy: 'reject' } : {});
}
