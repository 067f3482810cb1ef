import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, field, list } from '../cli/gatehouse-home.ts';
import { GatewayHome } from './gateway-home.ts';
import { ERAS, type TalkingClient, talkingClient } from './talking-client.ts';

const fixture = (name: string) =>
  fileURLToPath(new URL(`../../fixtures/servers/${name}.mjs`, import.meta.url));
const SERVERS = { '2025': 'older', '2026-07-28': 'newer' } as const;
const SCRIPTS = { older: 'asking-v1', newer: 'asking-modern' } as const;
const textOf = (result: unknown) => String(field(list(field(result, 'content'))[0], 'text'));

/** SDK defaults are no gateway between eras: each pair is tried, on the wire, over real processes. */
describe('clients and servers of either era', () => {
  let home: GatewayHome;
  let work = '';
  let token = '';
  const clients = new Map<string, TalkingClient>();
  const notes = (server: string) => join(work, `${server}.notes`);
  const notesOf = (server: string) => readFileSync(notes(server), 'utf8');

  beforeAll(async () => {
    home = new GatewayHome();
    work = realpathSync(home.work);
    for (const [server, script] of Object.entries(SCRIPTS)) {
      writeFileSync(notes(server), '');
      await home.add(server, ['node', fixture(script), `--notes=${notes(server)}`]);
    }
    const path = join(home.path, 'mcp_servers.json');
    const entries = JSON.parse(readFileSync(path, 'utf8'));
    for (const server of Object.keys(SCRIPTS)) {
      entries[server].capabilities = [
        ...['tools', 'resources', 'prompts'],
        ...['elicitation', 'sampling', 'roots'],
      ];
      entries[server].tool_risk_overrides = { touch: 'high', ask_name: 'low', slow: 'low' };
    }
    writeFileSync(path, JSON.stringify(entries));
    for (const server of Object.keys(SCRIPTS)) {
      await home.json(['trust', 'accept', `server:${server}`]);
      await home.json(['probe', server]);
    }
    await home.agent('both', 'sampling: true\nmcp:\n  online_tool: {older: ["*"], newer: ["*"]}\n');
    await home.agent('quiet', 'mcp:\n  online_tool: {older: ["*"], newer: ["*"]}\n');
    await home.json(['settings', 'set', '{"approvals": {"hold_s": 1}}']);
    await home.serve();
    token = (await home.token('both')).token;
    for (const era of ERAS)
      clients.set(
        era,
        await talkingClient(era, home.url, token, {
          elicit: () => Promise.resolve({ content: { name: `Ada of ${era}` } }),
          sample: () => Promise.resolve(`hello of ${era}`),
          roots: [`file:///${era}`],
        }),
      );
  }, 60_000);
  afterAll(async () => {
    for (const client of clients.values()) await client.close();
    await home.close();
  });

  const pairs = ERAS.flatMap((client) => ERAS.map((server) => [client, server] as const));

  describe.each(pairs)('a %s client and a %s server', (era, server_era) => {
    const server = SERVERS[server_era];
    const client = (): TalkingClient => {
      const found = clients.get(era);
      if (found === undefined) throw new Error(`no ${era} client`);
      return found;
    };
    const call = (tool: string, args = {}, options = {}) =>
      client().call(`${server}__${tool}`, args, options);

    test('TRANS-20 a question of the server reaches the person behind the client, and the answer the server', async () => {
      const result = await call('ask_name');
      expect(result).not.toHaveProperty('isError', true);
      expect(textOf(result)).toContain(`Ada of ${era}`);
    });

    test('TRANS-20 sampling and roots likewise', async () => {
      expect(textOf(await call('ask_model'))).toContain(`hello of ${era}`);
      expect(textOf(await call('ask_roots'))).toContain(`file:///${era}`);
    });

    test('TRANS-20 two clients at once each answer for themselves', async () => {
      const other = await talkingClient(era, home.url, (await home.token('both')).token, {
        elicit: () => Promise.resolve({ content: { name: 'Grace' } }),
      });
      const [first, second] = await Promise.all([
        call('ask_name'),
        other.call(`${server}__ask_name`),
      ]);
      expect(textOf(first)).toContain(`Ada of ${era}`);
      expect(textOf(second)).toContain('Grace');
      await other.close();
    });

    test('TRANS-20 a client that cannot be asked, and an agent without sampling, mean an error at once', async () => {
      const mute = await talkingClient(era, home.url, (await home.token('both')).token);
      const started = performance.now();
      for (const tool of ['ask_name', 'ask_roots']) {
        const asked = mute.call(`${server}__${tool}`);
        // Where both ends know the newer era's own error for this, the client gets that.
        if (era === '2026-07-28' && server_era === '2026-07-28')
          await expect(asked).rejects.toMatchObject({ code: -32_021 });
        else expect(await asked).toHaveProperty('isError', true);
      }
      await mute.close();
      const quiet = await talkingClient(era, home.url, (await home.token('quiet')).token, {
        sample: () => Promise.resolve('never'),
      });
      expect(await quiet.call(`${server}__ask_model`)).toHaveProperty('isError', true);
      await quiet.close();
      expect(performance.now() - started).toBeLessThan(15_000);
    });

    test('progress of the server arrives, rising', async () => {
      const told: number[] = [];
      const result = await call(
        'slow',
        { steps: 5 },
        { onprogress: ({ progress }: { progress: number }) => told.push(progress) },
      );
      expect(textOf(result)).toBe('done');
      expect(told.length).toBeGreaterThanOrEqual(4);
      expect(told).toEqual(told.toSorted((a, b) => a - b));
    });

    test('TRANS-18 a cancelled call is cancelled at its own server at once; another call goes on', async () => {
      const before = notesOf(server).split('cancelled slow').length;
      const stop = new AbortController();
      const doomed = call('slow', {}, { signal: stop.signal });
      const other = call('slow', { steps: 20 });
      await new Promise((resolve) => setTimeout(resolve, 300));
      stop.abort();
      await expect(doomed).rejects.toThrow();
      await eventually(() =>
        notesOf(server).split('cancelled slow').length > before ? true : undefined,
      );
      expect(textOf(await other)).toBe('done');
      expect(notesOf(server).split('cancelled slow').length).toBe(before + 1);
    });

    test('log messages of a call arrive at the level that the client asked for', async () => {
      await client().setLogLevel('warning');
      client().logs.length = 0;
      await call('log');
      await eventually(() => (client().logs.length >= 2 ? true : undefined));
      expect(client().logs).toEqual(['a warning message', 'a error message']);
    });

    test('TRANS-25 a tool that the server adds is told once, held for review, and listed after it', async () => {
      client().heard.length = 0;
      const name = textOf(await call('add_tool'));
      const has = async () =>
        (await client().list()).some((tool) => field(tool, 'name') === `${server}__${name}`);
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(await has()).toBe(false);
      await eventually(async () => {
        const tools = list(await home.json(['tools', server]));
        return tools.some((tool) => field(tool, 'name') === name) || undefined;
      });
      await home.json(['tool', 'review', server, name]);
      await eventually(async () => (await has()) || undefined);
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(client().heard).toEqual(['notifications/tools/list_changed']);
    });

    test('a held call outlives the client’s patience, and a yes is collected by the same call, once', async () => {
      const uri = `note://${era}-${server_era}`;
      const first = await call('touch', { uri });
      expect(textOf(first)).toMatch(/^\[APPROVAL_PENDING\] /);
      await home.answer('once');
      const [one, two] = await Promise.all([call('touch', { uri }), call('touch', { uri })]);
      const texts = [textOf(one), textOf(two)].toSorted();
      expect(texts[0]).toMatch(/^\[APPROVAL_PENDING\] /);
      expect(texts[1]).toBe(`touched ${uri}`);
      await home.answer('deny');
      expect(textOf(await call('touch', { uri }))).toMatch(/^\[DENIED\] /);
    });
  });

  test('exactly one yes stands in the journal for each call that a person was asked about and that ran', async () => {
    const entries = list(
      await home.json(['journal', 'list', '--tool', 'touch', '--limit', '1000']),
    );
    const of = (kind: string, key: string, value: string) =>
      entries.filter((entry) => field(entry, 'kind') === kind && field(entry, key) === value);
    expect(of('call_completed', 'outcome', 'answered')).toHaveLength(pairs.length);
    expect(of('call_decided', 'decision', 'once')).toHaveLength(pairs.length);
    expect(of('call_decided', 'decision', 'deny')).toHaveLength(pairs.length);
  });

  test('TRANS-20 what servers asked of clients is on record', async () => {
    const asked = list(
      await home.json(['journal', 'list', '--kind', 'client_asked', '--limit', '1000']),
    );
    expect(asked.length).toBeGreaterThanOrEqual(12);
    for (const entry of asked) expect(field(entry, 'agent')).toMatch(/both|quiet/);
  });
});
