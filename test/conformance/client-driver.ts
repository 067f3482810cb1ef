// The client that the conformance suite starts for each scenario: Gatehouse itself, built, in a fresh
// home, with the scenario's server registered. Last argument: that server's address.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { field, list } from '../integration/cli/gatehouse-home.ts';
import { PeersHome } from '../integration/peers/peers-home.ts';

const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? '';
const url = process.argv.at(-1) ?? '';

async function withHome(work: (home: PeersHome) => Promise<void>): Promise<void> {
  const home = new PeersHome();
  try {
    home.writeRegistry({
      peer: {
        transport: 'http',
        url,
        capabilities: ['tools', 'resources', 'prompts', 'sampling', 'elicitation', 'roots'],
      },
    });
    home.writeAgent('suite', 'prefix: none\nmcp:\n  online_tool: { peer: ["*"] }\n');
    await home.serve();
    await home.ready(['peer'], ['suite']);
    await work(home);
  } finally {
    await home.close();
  }
}

/** As "try it" and `gatehouse call` do. */
const call = (home: PeersHome, tool: string, args: unknown): Promise<unknown> =>
  home.door('POST', `/mcp/peer/tools/${tool}/call`, { arguments_json: JSON.stringify(args) });

const tools = async (home: PeersHome) => list(await home.door('GET', '/tools?server_id=peer'));

/** Calls through the gateway, as a client that takes every proposed default when it is asked. */
async function callAsClient(home: PeersHome, names: readonly string[]): Promise<void> {
  const token = await home.tokenOf('suite');
  const client = new Client(
    { name: 'conformance-driver', version: '1.0.0' },
    {
      capabilities: { elicitation: { form: { applyDefaults: true } } },
      versionNegotiation: { mode: 'auto' },
    },
  );
  client.setRequestHandler('elicitation/create', async ({ params }) => ({
    action: 'accept',
    content: 'requestedSchema' in params ? yesTo(params.requestedSchema.properties) : {},
  }));
  await client.connect(
    new StreamableHTTPClientTransport(new URL(home.url), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  );
  for (const name of names) await client.callTool({ name, arguments: {} });
  await client.close();
}

/** A yes wherever a field without a default asks for one; the SDK adds the defaults. */
const yesTo = (properties: Record<string, { type?: string; default?: unknown }>) =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([, { type, default: given }]) => type === 'boolean' && given === undefined)
      .map(([name]) => [name, true]),
  );

/** Being confirmed and probed is all. */
const nothingMore = async () => undefined;

const WAYS: Readonly<Record<string, (home: PeersHome) => Promise<unknown>>> = {
  initialize: nothingMore,
  'request-metadata': nothingMore,
  'json-schema-ref-no-deref': nothingMore,
  tools_call: (home) => call(home, 'add_numbers', { a: 5, b: 3 }),
  'sse-retry': (home) => call(home, 'test_reconnection', {}),
  'elicitation-sep1034-client-defaults': (home) =>
    callAsClient(home, ['test_client_elicitation_defaults']),
  'sep-2322-client-request-state': (home) =>
    callAsClient(home, [
      'test_mrtr_echo_state',
      'test_mrtr_unrelated',
      'test_mrtr_no_state',
      'test_mrtr_no_result_type',
    ]),
  'http-standard-headers': async (home) => {
    for (const tool of await tools(home)) await call(home, String(field(tool, 'name')), {});
    const resources = list(field(await home.door('GET', '/mcp/peer/resources'), 'resources'));
    for (const each of resources)
      await home.door('POST', '/mcp/peer/read', { uri: field(each, 'uri') });
    for (const each of list(await home.door('GET', '/mcp/peer/prompts')))
      await home.door('POST', '/mcp/peer/prompt', { name: field(each, 'name') });
  },
  'http-custom-headers': async (home) => {
    const context: unknown = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}');
    for (const each of list(field(context, 'toolCalls'))) {
      // The suite wants null or nothing; the tool's own schema takes no null, and Gatehouse heeds it.
      const given = Object.entries(Object(field(each, 'arguments')));
      const args = Object.fromEntries(given.filter(([, value]) => value !== null));
      await call(home, String(field(each, 'name')), args);
    }
  },
  'http-invalid-tool-headers': async (home) => {
    for (const tool of await tools(home)) {
      const called = call(home, String(field(tool, 'name')), { region: 'eu-west-1', value: 'x' });
      const isGood = field(tool, 'quarantine_reason') === null;
      // What was set aside is tried too: the suite sees whether it was sent.
      const ended = await called.then(
        () => true,
        () => false,
      );
      if (ended !== isGood) throw new Error(`${field(tool, 'name')}: ${ended}`);
    }
  },
  'json-schema-2020-12-preservation': async (home) => {
    const focal = (await tools(home)).find(
      (tool) => field(tool, 'name') === 'json_schema_2020_12_tool',
    );
    await call(home, 'json_schema_echo', { schema: field(focal, 'inputSchema') });
  },
};

const way = WAYS[scenario];
if (way === undefined) throw new Error(`Gatehouse has no way to do ${scenario}`);
await withHome(async (home) => {
  await way(home);
});
