import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { call, installed, must, openBench, toolNames, until } from './harness.ts';
import {
  bareListener,
  initializeResult,
  modernPeer,
  olderPeer,
  sendJson,
  ssePeer,
  startPeer,
} from './http-peers.ts';

const remote = (url: string, more: object = {}) => ({ transport: 'http' as const, url, ...more });

async function connected(url: string, more: object = {}) {
  const bench = await openBench();
  await bench.addConfirmed('r', remote(url, more));
  return { bench, link: must(await bench.supervisor.connect('r')) };
}

const failureAt = async (url: string, more: object = {}) => {
  const bench = await openBench();
  await bench.addConfirmed('r', remote(url, { timeouts: { start_s: 3 }, ...more }));
  const result = await bench.supervisor.connect('r');
  if (result.ok) throw new Error('it should have failed');
  expect(bench.supervisor.state('r')).toMatchObject({ state: 'failed', failure: result.failure });
  return result.failure;
};

test('a server of the newer era is used as such, arguments mirrored into headers', async () => {
  const peer = await startPeer(modernPeer().listener);
  const { link } = await connected(peer.url);
  expect(link.protocol_version).toBe('2026-07-28');
  expect(await toolNames(link)).toEqual(['add', 'route']);
  const sum = await call(link, 'add', { a: 2, b: 40 });
  expect(sum).toMatchObject({ outcome: 'answered', result: { content: [{ text: '42' }] } });
  const outcome = await call(link, 'route', { region: 'Zürich' });
  expect(outcome).toMatchObject({ result: { content: [{ text: 'Zürich' }] } });
  expect(outcome).not.toMatchObject({ result: { resultType: 'complete' } });
});

test('a server of the older era is used with its session, which is ended at the end', async () => {
  const older = olderPeer();
  const peer = await startPeer(older.listener);
  const { bench, link } = await connected(peer.url);
  expect(link.protocol_version).toBe('2025-11-25');
  expect(await call(link, 'add', { a: 1, b: 1 })).toMatchObject({
    result: { content: [{ text: '2' }] },
  });
  await bench.supervisor.disconnect('r');
  expect(peer.seen.at(-1)).toMatchObject({ method: 'DELETE' });
});

test.each([404, 405, 406, 400, 501])(
  'a GET stream that is answered with %i leaves the connection as it is',
  async (status) => {
    const older = olderPeer({ get_status: status });
    const peer = await startPeer(older.listener);
    const { bench, link } = await connected(peer.url);
    await until(() => peer.seen.some((request) => request.method === 'GET'));
    expect(await call(link, 'add', { a: 1, b: 1 })).toMatchObject({ outcome: 'answered' });
    expect(bench.supervisor.state('r').state).toBe('ready');
  },
);

test.each([404, 400, 'rpc'] as const)(
  'a session that the server forgot (%s) was not used, and the next use opens one new',
  async (stale) => {
    const older = olderPeer({ stale });
    const peer = await startPeer(older.listener);
    const { bench, link } = await connected(peer.url);
    await call(link, 'add', { a: 1, b: 1 });
    older.dropSessions();
    const outcomes = await Promise.all([
      call(link, 'add', { a: 1, b: 1 }),
      call(link, 'add', { a: 1, b: 1 }),
    ]);
    for (const outcome of outcomes) expect(outcome.outcome).toBe('not_sent');
    expect(older.calls).toHaveLength(1);
    expect(await link.closed).toMatchObject({ params: { reason: 'session_ended' } });
    const [first, second] = await Promise.all([
      bench.supervisor.connect('r'),
      bench.supervisor.connect('r'),
    ]);
    expect(must(first).link_id).toBe(must(second).link_id);
    expect(must(first).link_id).not.toBe(link.link_id);
    expect(older.sessions.size).toBe(1);
    expect(await call(must(first), 'add', { a: 2, b: 2 })).toMatchObject({ outcome: 'answered' });
  },
);

test('the older event-stream transport works, and its end ends the link', async () => {
  const peer = await startPeer(ssePeer());
  const bench = await openBench();
  await bench.addConfirmed('r', { transport: 'sse', url: peer.url.replace('/mcp', '/sse') });
  const link = must(await bench.supervisor.connect('r'));
  expect(await call(link, 'add', { a: 20, b: 3 })).toMatchObject({
    result: { content: [{ text: '23' }] },
  });
  const given = await call(link, 'slow', {}, { idle_ms: 100 });
  expect(given).toMatchObject({ outcome: 'unknown', failure: { code: 'call_timeout' } });
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(await call(link, 'add', { a: 1, b: 1 })).toMatchObject({ outcome: 'answered' });
  await peer.close();
  await until(() => bench.supervisor.state('r').state === 'failed');
  expect(await call(link, 'add', { a: 1, b: 1 })).toMatchObject({ outcome: 'not_sent' });
});

test('the everything server works over both of its network transports', async () => {
  for (const [mode, path, transport] of [
    ['streamableHttp', '/mcp', 'http'],
    ['sse', '/sse', 'sse'],
  ] as const) {
    const port = 20_000 + Math.floor(Math.random() * 20_000);
    const [node, ...args] = installed(
      '@modelcontextprotocol/server-everything/dist/index.js',
      mode,
    );
    const child = spawn(node ?? '', args, { env: { ...process.env, PORT: String(port) } });
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    let said = '';
    child.stderr.on('data', (text) => {
      said += String(text);
    });
    await until(() => /listening|running on port/i.test(said), 15_000);
    const bench = await openBench();
    await bench.addConfirmed('r', { transport, url: `http://127.0.0.1:${port}${path}` });
    const link = must(await bench.supervisor.connect('r'));
    expect(await call(link, 'echo', { message: 'hi' })).toMatchObject({
      result: { content: [{ text: 'Echo: hi' }] },
    });
    await bench.supervisor.close();
    child.kill('SIGKILL');
  }
});

test('credentials go out as the registration says, and to that origin only', async () => {
  const other = await startPeer((_request, response) => response.end());
  const peer = await startPeer((request, response) => {
    if (request.headers.authorization !== 'Bearer the-secret-value') {
      sendJson(response, 401, { error: 'who are you?' });
      return;
    }
    response.writeHead(307, { location: other.url }).end();
  });
  const bench = await openBench();
  must(await bench.secrets.set('REMOTE_KEY', 'the-secret-value'));
  const auth = { kind: 'env_bearer' as const, env_key: 'REMOTE_KEY' };
  await bench.addConfirmed('r', remote(peer.url, { auth }));
  expect(await bench.supervisor.connect('r')).toMatchObject({
    ok: false,
    failure: { code: 'http_status', params: { status: 307 } },
  });
  expect(other.seen).toEqual([]);
  expect(peer.seen[0]?.headers.authorization).toBe('Bearer the-secret-value');
});

test('a header of the person’s own choice carries the secret as it is', async () => {
  const older = olderPeer();
  const peer = await startPeer(older.listener);
  const bench = await openBench();
  must(await bench.secrets.set('REMOTE_KEY', 'plain-key-123'));
  const auth = { kind: 'env_header' as const, env_key: 'REMOTE_KEY', header_name: 'X-Api-Key' };
  await bench.addConfirmed('r', remote(peer.url, { auth }));
  must(await bench.supervisor.connect('r'));
  expect(peer.seen.every((request) => request.headers['x-api-key'] === 'plain-key-123')).toBe(true);
  expect(peer.seen.every((request) => request.headers.authorization === undefined)).toBe(true);
});

test('every way not to reach a server has its own reason', async () => {
  const gone = await startPeer(() => undefined);
  await gone.close();
  expect(await failureAt(gone.url)).toMatchObject({ code: 'refused' });
  expect(await failureAt('http://no-such-host.invalid/mcp')).toMatchObject({ code: 'dns' });
  for (const [status, code] of [
    [401, 'auth_required'],
    [403, 'auth_required'],
    [404, 'http_status'],
    [500, 'http_status'],
    [503, 'http_status'],
  ] as const) {
    const peer = await startPeer((_request, response) => {
      response.writeHead(status).end('<html>nothing here</html>');
    });
    expect(await failureAt(peer.url)).toMatchObject({ code, params: { status } });
  }
  const page = await startPeer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>hello</html>');
  });
  expect(await failureAt(page.url)).toMatchObject({ code: 'protocol' });
  const silent = await startPeer(() => undefined);
  expect(await failureAt(silent.url)).toMatchObject({ code: 'start_timeout' });
});

test('a certificate that nobody vouches for is told as such', async () => {
  const folder = tempFolder();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'].concat([
      '-subj',
      '/CN=127.0.0.1',
      '-days',
      '2',
      '-keyout',
      key,
      '-out',
      cert,
    ]),
    { stdio: 'ignore' },
  );
  const peer = await startPeer(modernPeer().listener, {
    key: readFileSync(key, 'utf8'),
    cert: readFileSync(cert, 'utf8'),
  });
  const failure = await failureAt(peer.url);
  expect(failure).toMatchObject({ code: 'tls' });
  expect(failure.message).toContain('SELF_SIGNED');
});

test('a server that takes only older versions and says so in a 400 gets one of those', async () => {
  const offered: string[] = [];
  const peer = await startPeer(
    bareListener({
      'server/discover': (_params, response, id) => {
        sendJson(response, 400, { jsonrpc: '2.0', id, error: { code: -32_600, message: 'Bad' } });
      },
      initialize: (params, response, id) => {
        const result = initializeResult(params);
        offered.push(result.protocolVersion);
        if (result.protocolVersion <= '2025-06-18') return result;
        const message = 'Unsupported protocol version (supported: 2025-06-18, 2025-03-26)';
        sendJson(response, 400, { jsonrpc: '2.0', id, error: { code: -32_000, message } });
        return undefined;
      },
      'tools/list': () => ({ tools: [] }),
    }),
  );
  const { link } = await connected(peer.url);
  expect(offered).toEqual(['2025-11-25', '2025-06-18']);
  expect(link.protocol_version).toBe('2025-06-18');
  await toolNames(link);
  expect(peer.seen.at(-1)?.headers['mcp-protocol-version']).toBe('2025-06-18');
});

test('what became of a call over HTTP is told exactly', async () => {
  const calls: Record<string, (response: Parameters<typeof sendJson>[0], id: unknown) => void> = {
    hangs_up: (response) => {
      response.destroy();
    },
    unwell: (response) => sendJson(response, 503, {}),
    refuses: (response) => sendJson(response, 429, {}),
    forbids: (response) => sendJson(response, 401, {}),
    breaks_off: (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(': nothing more\n\n');
    },
    garbage: (response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"half":');
    },
    floods: (response, id) =>
      sendJson(response, 200, { jsonrpc: '2.0', id, result: { content: ['x'.repeat(300_000)] } }),
  };
  /** An answer between the failures, so that they are not in a row. */
  const fine = (response: Parameters<typeof sendJson>[0], id: unknown) =>
    sendJson(response, 200, { jsonrpc: '2.0', id, result: { content: [] } });
  const peer = await startPeer(
    bareListener({
      initialize: initializeResult,
      'tools/call': (params, response, id) => {
        const name =
          typeof params === 'object' && params !== null && 'name' in params
            ? String(params.name)
            : '';
        (calls[name] ?? fine)(response, id);
      },
    }),
  );
  const bench = await openBench({ message_max_bytes: 100_000 });
  await bench.addConfirmed('r', remote(peer.url));
  const told: Record<string, string> = {};
  for (const name of Object.keys(calls)) {
    const link = must(await bench.supervisor.connect('r'));
    expect(await call(link, 'fine')).toMatchObject({ outcome: 'answered' });
    const outcome = await call(link, name);
    const why = outcome.outcome === 'answered' ? 'answered' : outcome.failure.code;
    told[name] = `${outcome.outcome} ${why}`;
  }
  expect(told).toEqual({
    hangs_up: 'unknown unavailable',
    unwell: 'unknown http_status',
    refuses: 'not_sent http_status',
    forbids: 'not_sent auth_required',
    breaks_off: 'unknown unavailable',
    garbage: 'unknown protocol',
    floods: 'unknown message_too_large',
  });
});

test('an unreachable server is not contacted before it was confirmed', async () => {
  const peer = await startPeer(modernPeer().listener);
  const bench = await openBench();
  await bench.add('r', remote(peer.url));
  expect(await bench.supervisor.connect('r')).toMatchObject({ failure: { code: 'unconfirmed' } });
  expect(peer.seen).toEqual([]);
});

test('changes of a list are heard of in the newer era, and a new secret is used after a 401', async () => {
  const modern = modernPeer();
  let accepted = 'Bearer first-secret-1';
  const peer = await startPeer((request, response) => {
    if (request.headers.authorization === accepted) modern.listener(request, response);
    else sendJson(response, 401, {});
  });
  const bench = await openBench();
  must(await bench.secrets.set('REMOTE_KEY', 'first-secret-1'));
  const auth = { kind: 'env_bearer' as const, env_key: 'REMOTE_KEY' };
  await bench.addConfirmed('r', remote(peer.url, { auth }));
  const link = must(await bench.supervisor.connect('r'));
  const kinds: string[] = [];
  link.onListChanged((kind) => kinds.push(kind));
  await until(() => {
    modern.listChanged();
    return kinds.includes('tools');
  });
  accepted = 'Bearer second-secret-2';
  expect(await call(link, 'add', { a: 1, b: 1 })).toMatchObject({
    outcome: 'not_sent',
    failure: { code: 'auth_required' },
  });
  await until(() => bench.supervisor.state('r').state === 'failed');
  expect(await bench.supervisor.connect('r')).toMatchObject({ failure: { code: 'auth_required' } });
  must(await bench.secrets.set('REMOTE_KEY', 'second-secret-2'));
  must(await bench.supervisor.connect('r'));
});

test('a server that is gone is noticed by the next call, and its state says so', async () => {
  const peer = await startPeer(modernPeer().listener);
  const { bench, link } = await connected(peer.url);
  await peer.close();
  expect(await call(link, 'add', { a: 1, b: 1 })).toMatchObject({
    outcome: 'not_sent',
    failure: { code: 'refused' },
  });
  await until(() => bench.supervisor.state('r').state === 'failed');
});
