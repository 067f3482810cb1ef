import { chmodSync, writeFileSync } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RegistrationDraft, Server } from '../../src-preload/contract/index.ts';
import { freshComputer, launchGatehouse, repository, type TestApp } from './launch-app.ts';
import { look, pictureOnFailure, setSettings } from './looks.ts';
import { until } from './until.ts';

const computer = freshComputer();
const ailing = join(repository, 'test/fixtures/servers/ailing.mjs');
const flag = (id: string) => join(computer.folder, `${id}-is-mended`);
let gatehouse: TestApp;
let locked: { readonly url: string; readonly server: HttpServer };

beforeAll(async () => {
  locked = await lockedServer('tok-1');
  gatehouse = await launchGatehouse(computer);
  await setSettings(gatehouse.main, { secret_store: 'file' });
});
beforeEach(() => pictureOnFailure(() => gatehouse));
afterAll(async () => {
  await gatehouse?.close();
  locked?.server.close();
  computer.remove();
});

/** Adds a server with a yes to its launch, as its dialog does. */
const add = (id: string, registration: RegistrationDraft) =>
  gatehouse.main.evaluate(
    async ([name, draft]) => {
      const { request } = window.gatehouse;
      const launch = await request['server/preview']({ id: name, registration: draft });
      if (!launch.ok) throw new Error(launch.failure.message);
      const { launch_hash: confirm, executable } = launch.value;
      const added = await request['server/add']({
        ...{ id: name, registration: draft, confirm, executable },
      });
      if (!added.ok) throw new Error(added.failure.message);
    },
    [id, registration] as const,
  );
const addAiling = (id: string, name: string, as: string, more: Partial<RegistrationDraft> = {}) =>
  add(id, {
    ...{ name, transport: 'stdio' as const },
    command_argv: ['node', ailing, `--as=${as}`, `--unless=${flag(id)}`, '--wait=1800'],
    ...more,
  });
const ask = (request: 'server/connect' | 'probe/run' | 'server/disable', id: string) =>
  gatehouse.main.evaluate(
    async ([name, server]) => {
      const answer = await window.gatehouse.request[name]({ id: server });
      return answer.ok ? 'ok' : answer.failure.code;
    },
    [request, id] as const,
  );
/** What any use of a server does: the wish of a client, that waits for its turn. */
const use = (id: string) =>
  gatehouse.main.evaluate(
    (server) => window.gatehouse.request['resource/read']({ id: server, uri: 'note://one' }),
    id,
  );
const shown = (id: string): Promise<Server> =>
  gatehouse.main.evaluate(async (server) => {
    const answer = await window.gatehouse.request['server/show']({ id: server });
    if (!answer.ok) throw new Error(answer.failure.message);
    return answer.value;
  }, id);
const stateOf = async (id: string) => (await shown(id)).connection.state;
const probedOk = async (id: string) => (await shown(id)).probe?.status === 'ok';

const cards = () => gatehouse.main.getByRole('list', { name: 'Servers' });
const card = (name: string) => cards().getByRole('listitem').filter({ hasText: name });
const goTo = async (hash: string) => {
  await gatehouse.main.evaluate((to) => {
    window.location.hash = to;
  }, hash);
};
const toCards = async () => {
  await goTo('#/mcp');
  await cards().waitFor();
};
const press = (name: string, server: string) =>
  gatehouse.main
    .getByRole('button', { name: `${name}: ${server}` })
    .first()
    .click();

describe('a server that ends at once', () => {
  test('says so with its last words, and is well when it is tried again', async () => {
    await addAiling('dies', 'Ends at once', 'dies');
    await ask('probe/run', 'dies');
    await toCards();
    await card('Ends at once').getByText('The server ended with code 3.').waitFor();
    const text = (await card('Ends at once').textContent()) ?? '';
    expect(text).toContain('Error: API_KEY is not set');
    expect(text).toMatch(/Failed just now/);
    await goTo('#/mcp/dies/log');
    await gatehouse.main.getByText('The server ended with code 3.').first().waitFor();
    await look(gatehouse, gatehouse.main, 'reason-exited');
  });

  test('is in a crash loop when it does so again and again, and Try now mends it', async () => {
    for (let start = 0; start < 12 && (await codeOf('dies')) !== 'crash_loop'; start += 1) {
      await use('dies');
      await new Promise((next) => setTimeout(next, 1100));
    }
    await goTo('#/mcp/dies/log');
    const line = gatehouse.main.getByText(/ended 3 times in a row soon after its start/).first();
    await line.waitFor();
    await gatehouse.main.getByText(/next try in 0:\d\d|the next use tries again/).waitFor();
    await look(gatehouse, gatehouse.main, 'reason-crash-loop');
    await toCards();
    await card('Ends at once').getByText('crashing').waitFor();
    writeFileSync(flag('dies'), '');
    await press('Try now', 'Ends at once');
    await until(() => probedOk('dies')).toBe(true);
    await card('Ends at once').getByText('ok', { exact: true }).waitFor();
    // What failed before still stands beside it.
    await goTo('#/mcp/dies');
    await gatehouse.main.getByText(/Last error/).waitFor();
  });
});

const codeOf = async (id: string) => {
  const { connection } = await shown(id);
  return connection.state === 'failed' ? connection.failure.code : connection.state;
};

describe('a server that does not answer its calls', () => {
  test('is paused after three, says when it is tried again, and Try now mends it', async () => {
    await addAiling('mute', 'Never answers', 'mute', {
      timeouts: { call_s: 1 },
      tool_risk_overrides: { look_up: 'low' },
    });
    await ask('probe/run', 'mute');
    for (let call = 0; call < 8 && (await codeOf('mute')) !== 'breaker_open'; call += 1)
      await gatehouse.main.evaluate(() =>
        window.gatehouse.request['tool/call']({
          ...{ server_id: 'mute', tool: 'look_up', arguments_json: '{}' },
        }),
      );
    expect(await codeOf('mute')).toBe('breaker_open');
    await toCards();
    await card('Never answers').getByText('paused', { exact: true }).waitFor();
    await look(gatehouse, gatehouse.main, 'reason-breaker-open');
    writeFileSync(flag('mute'), '');
    await press('Try now', 'Never answers');
    await until(() => codeOf('mute')).not.toBe('breaker_open');
    await until(() => probedOk('mute')).toBe(true);
  });
});

describe('a server that gets ready', () => {
  test('shows what it says meanwhile and for how long, and can be cancelled', async () => {
    await addAiling('installs', 'Gets ready', 'installs');
    void ask('server/connect', 'installs');
    await toCards();
    await card('Gets ready')
      .getByText(/part \d+ of 200/)
      .waitFor();
    await card('Gets ready').getByText('installing', { exact: true }).waitFor();
    await look(gatehouse, gatehouse.main, 'reason-installing');
    await goTo('#/mcp/installs');
    await gatehouse.main.getByText(/part \d+ of 200/).waitFor();
    await look(gatehouse, gatehouse.main, 'reason-installing-detail');
    await press('Cancel the start', 'Gets ready');
    await until(() => stateOf('installs')).toBe('stopped');
  });

  test('too slowly gets more time with one click, and is ready', async () => {
    await addAiling('late', 'Starts late', 'late', { timeouts: { start_s: 1 } });
    await ask('probe/run', 'late');
    await toCards();
    await card('Starts late').getByText('“late” was not ready within 1 s.').waitFor();
    await look(gatehouse, gatehouse.main, 'reason-start-timeout');
    await press('Allow 2 s to start', 'Starts late');
    await until(async () => (await shown('late')).registration.timeouts.start_s).toBe(2);
    // One more may be needed on a busy machine.
    await until(async () => (await probedOk('late')) || (await codeOf('late'))).not.toBe(
      'starting',
    );
    if (!(await probedOk('late'))) await press('Allow 4 s to start', 'Starts late');
    await until(() => probedOk('late')).toBe(true);
  });
});

describe('a command', () => {
  test('that is on no list of runners is allowed in two clicks, and starts', async () => {
    const runner = join(computer.folder, 'my-runner');
    writeFileSync(runner, '#!/bin/sh\nexec node "$@"\n');
    chmodSync(runner, 0o755);
    const { main } = gatehouse;
    await setSettings(main, { runners: ['node', 'npx', runner] });
    await addAiling('runs', 'Own runner', 'mute', {
      command_argv: [runner, ailing, '--as=mute', `--unless=${flag('runs')}`],
    });
    await setSettings(main, { runners: ['node', 'npx'] });
    await ask('probe/run', 'runs');
    await toCards();
    await card('Own runner')
      .getByText(/is not on the list of allowed runners/)
      .waitFor();
    await press('Allow this runner', 'Own runner');
    const dialog = main.getByRole('dialog', { name: 'Allow this runner?' });
    await dialog.getByText(runner).waitFor();
    await look(gatehouse, main, 'reason-allow-runner');
    await dialog.getByRole('button', { name: 'Allow', exact: true }).click();
    await until(() => probedOk('runs')).toBe(true);
  });

  test('that is nowhere on PATH leads to the field that holds it', async () => {
    const { main } = gatehouse;
    await setSettings(main, { runners: ['node', 'npx', 'nowhere-to-be-found'] });
    await add('nowhere', {
      ...{ name: 'Not on PATH', transport: 'stdio' as const },
      command_argv: ['nowhere-to-be-found', '--stdio'],
    });
    await ask('probe/run', 'nowhere');
    await toCards();
    await card('Not on PATH')
      .getByText(/was not found/)
      .waitFor();
    await look(gatehouse, main, 'reason-command-not-found');
    await press('Edit the command', 'Not on PATH');
    const field = main.getByRole('textbox', { name: 'Executable' });
    await until(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await field.inputValue()).toBe('nowhere-to-be-found');
    await look(gatehouse, main, 'reason-edit-command');
  });
});

describe('a server that wants a sign-in', () => {
  test('takes the secret from where it says so, and is well', async () => {
    const { main } = gatehouse;
    await main.evaluate(() =>
      window.gatehouse.request['secret/set']({ name: 'FAR_TOKEN', value: 'wrong' }),
    );
    await add('far', {
      ...{ name: 'Far away', transport: 'http' as const, url: locked.url },
      auth: { kind: 'env_bearer', env_key: 'FAR_TOKEN', header_name: 'Authorization' },
    });
    await ask('probe/run', 'far');
    await toCards();
    await card('Far away')
      .getByText(/asks for a sign-in/)
      .waitFor();
    await look(gatehouse, main, 'reason-auth-required');
    await press('Set secret', 'Far away');
    await main.getByLabel('FAR_TOKEN').fill('tok-1');
    await main.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await until(() => probedOk('far')).toBe(true);
  });
});

describe('the doctor', () => {
  test('says the same as the cards and has the same buttons, which mend', async () => {
    const { main } = gatehouse;
    await main.evaluate(() => window.gatehouse.request['secret/remove']({ name: 'FAR_TOKEN' }));
    await goTo('#/settings/doctor');
    await main.getByRole('button', { name: 'Run the doctor' }).click();
    const found = (name: string) =>
      main.getByRole('listitem').filter({ hasText: `Server ${name}` });
    await found('Not on PATH')
      .getByText(/was not found/)
      .waitFor();
    await found('Far away').getByText('No value is stored for FAR_TOKEN.').waitFor();
    await found('Not on PATH').getByRole('button', { name: 'Edit the command' }).waitFor();
    await found('Not on PATH').scrollIntoViewIfNeeded();
    await look(gatehouse, main, 'reason-doctor');
    await main.getByRole('listitem').last().scrollIntoViewIfNeeded();
    await look(gatehouse, main, 'doctor-in-order');
    await found('Far away').getByRole('button', { name: 'Set secret: Far away' }).click();
    await main.getByLabel('FAR_TOKEN').fill('tok-1');
    await main.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await found('Far away').waitFor({ state: 'detached' });
  });
});

describe('the journal', () => {
  test('says why a test failed as the card did', async () => {
    const { main } = gatehouse;
    await goTo('#/journal?server_id=dies');
    const grid = main.getByRole('grid', { name: 'Journal entries' });
    const row = grid.getByRole('row').filter({ hasText: /Tested\s+The server ended with code 3/ });
    await row.first().click();
    const panel = main.getByRole('complementary', { name: 'Entry' });
    await panel.getByText('Error: API_KEY is not set').first().waitFor();
    await look(gatehouse, main, 'reason-journal');
  });
});

describe('the time limits of a server', () => {
  test('are shown with their unit and in words', async () => {
    const { main } = gatehouse;
    await goTo('#/mcp/dies/settings');
    await main.getByText('Stops after 5 minutes without use. 0 keeps it running.').waitFor();
    await main.getByLabel('Idle').fill('0');
    await main.getByText('0: keeps running until it is switched off.').waitFor();
    await main.getByLabel('Idle').evaluate((field) => field.scrollIntoView({ block: 'center' }));
    await look(gatehouse, main, 'reason-time-limits');
  });
});

test('nothing went wrong in the pages', () => {
  expect(gatehouse.errors).toEqual([]);
});

/** A remote server of the 2025 era that answers 401 without its token. */
async function lockedServer(token: string) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (request.headers.authorization !== `Bearer ${token}`) return response.writeHead(401).end();
    const body: { method?: string; id?: unknown; params?: { protocolVersion?: string } } =
      chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString('utf8'));
    if (request.method !== 'POST') return response.writeHead(405).end();
    if (body.id === undefined) return response.writeHead(202).end();
    const result = {
      initialize: {
        protocolVersion: body.params?.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'far', version: '1.0.0' },
      },
      'tools/list': { tools: [{ name: 'look_up', inputSchema: { type: 'object' } }] },
    }[body.method ?? ''];
    const error = { code: -32601, message: 'Method not found' };
    response.writeHead(200, { 'content-type': 'application/json' });
    return response.end(
      JSON.stringify({
        ...{ jsonrpc: '2.0', id: body.id },
        ...(result === undefined ? { error } : { result }),
      }),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { server, url: `http://127.0.0.1:${port}/mcp` };
}
