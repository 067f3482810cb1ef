import { createServer } from 'node:http';
import { connect, createServer as createTcpServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { privateAuthority } from '../../fixtures/certificates.ts';
import { eventually, field, GatehouseHome, list } from '../cli/gatehouse-home.ts';
import {
  bareListener,
  initializeResult,
  modernPeer,
  olderPeer,
  sendJson,
  startPeer,
} from '../servers/http-peers.ts';

let home: GatehouseHome;
beforeEach(() => {
  home = new GatehouseHome();
});
afterEach(() => home.close());

async function addUrl(id: string, url: string): Promise<void> {
  const line = ['server', 'add', id, '--http', url];
  const shown = await home.json(line, 4);
  await home.json([...line, '--confirm', String(field(shown, 'launch_hash'))]);
}

async function serve(environment = {}): Promise<void> {
  await home.start(['serve', '--port', '0'], undefined, environment).says('Stop it with');
}

const add = (id: string, a: number, b: number) =>
  home.json(['call', id, 'add', '--args', JSON.stringify({ a, b })]);
const textOf = (result: unknown) => String(field(list(field(result, 'content'))[0], 'text'));

describe('TRANS-06 a server without a stream of its own', () => {
  test.each([404, 405, 406, 400, 501])(
    'TRANS-06 GET answered with %i leaves the connection working',
    async (status) => {
      const older = olderPeer({ get_status: status });
      const peer = await startPeer(older.listener);
      await addUrl('posts', peer.url);
      // Looked at already: no first look of the owner comes and goes beside the calls.
      await home.json(['probe', 'posts']);
      await serve();
      expect(textOf(await add('posts', 1, 2))).toBe('3');
      const opened = older.sessions.size;
      await eventually(() => peer.seen.some(({ method }) => method === 'GET') || undefined);
      expect(textOf(await add('posts', 2, 2))).toBe('4');
      expect(older.sessions.size).toBe(opened);
    },
  );
});

describe('TRANS-08 a server that forgot our session', () => {
  test.each([404, 400, 'rpc'] as const)(
    'TRANS-08 said with %s: two calls at once both run, each once, over one new session, and the tools are listed anew',
    async (stale) => {
      const older = olderPeer({ stale });
      const peer = await startPeer(older.listener);
      await addUrl('a', peer.url);
      await home.json(['probe', 'a']);
      await serve();
      await add('a', 1, 1);
      older.dropSessions();
      const answers = await Promise.all([add('a', 2, 2), add('a', 3, 3)]);
      expect(answers.map(textOf)).toEqual(['4', '6']);
      expect(older.calls).toHaveLength(3);
      expect(older.sessions.size).toBe(1);
    },
  );
});

describe('TRANS-11 a server that takes older revisions only', () => {
  test('TRANS-11 a 400 that lists them makes us step down, and every later request says so', async () => {
    const offered: string[] = [];
    const versions = new Set<unknown>();
    const peer = await startPeer(
      bareListener({
        'server/discover': (_params, response, id) => {
          const error = { code: -32_600, message: 'Bad request' };
          sendJson(response, 400, { jsonrpc: '2.0', id, error });
        },
        initialize: (params, response, id) => {
          const result = initializeResult(params);
          offered.push(result.protocolVersion);
          if (result.protocolVersion <= '2025-06-18') return result;
          const message =
            'Unsupported protocol version (supported versions: 2025-06-18, 2025-03-26)';
          sendJson(response, 400, { jsonrpc: '2.0', id, error: { code: -32_000, message } });
          return undefined;
        },
        'tools/list': (_params, response) => {
          versions.add(response.req.headers['mcp-protocol-version']);
          return { tools: [{ name: 'add', inputSchema: { type: 'object' } }] };
        },
        'tools/call': (_params, response) => {
          versions.add(response.req.headers['mcp-protocol-version']);
          return { content: [{ type: 'text', text: 'done' }] };
        },
      }),
    );
    await addUrl('stepping', peer.url);
    const report = await home.json(['probe', 'stepping']);
    expect(field(report, 'protocol_version')).toBe('2025-06-18');
    expect(textOf(await add('stepping', 1, 1))).toBe('done');
    expect(offered.slice(0, 2)).toEqual(['2025-11-25', '2025-06-18']);
    expect([...versions]).toEqual(['2025-06-18']);
  });
});

describe('TRANS-17 a connection that is cut', () => {
  test('TRANS-17 a proxy that cuts a long call makes its outcome unknown, and the next call works', async () => {
    const older = olderPeer();
    const peer = await startPeer(older.listener);
    let cutting = false;
    const proxy = createTcpServer((socket) => {
      const upstream = connect(peer.port, '127.0.0.1');
      socket.pipe(upstream).pipe(socket);
      for (const [one, other] of [
        [socket, upstream],
        [upstream, socket],
      ] as const)
        one.on('error', () => other.destroy()).on('close', () => other.destroy());
      socket.on('data', (chunk) => {
        if (cutting && String(chunk).includes('"slow"')) setTimeout(() => socket.destroy(), 100);
      });
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void proxy.close());
    const address = proxy.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    await addUrl('far', `http://127.0.0.1:${address.port}/mcp`);
    await serve();
    await add('far', 1, 1);
    cutting = true;
    const cut = await home.run(['call', 'far', 'slow']);
    expect(cut.code).toBe(5);
    expect(cut.stderr).toContain('may have run');
    cutting = false;
    expect(textOf(await add('far', 2, 3))).toBe('5');
  });

  test('TRANS-17 a stream that was silent for long still brings a change', async () => {
    const { listener, listChanged } = modernPeer();
    const peer = await startPeer(listener);
    await addUrl('quiet', peer.url);
    await home.json(['probe', 'quiet']);
    await serve();
    await add('quiet', 1, 1);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const listings = () =>
      peer.seen.filter(({ headers }) => headers['mcp-method'] === 'tools/list').length;
    const before = listings();
    listChanged();
    await eventually(() => listings() > before || undefined);
    expect(textOf(await add('quiet', 2, 2))).toBe('4');
  });
});

describe('TRANS-23 certificates and proxies of the system', () => {
  const refusal = async (id: string, environment = {}) => {
    const ended = await home.run(['probe', id, '--json'], undefined, environment);
    return { code: ended.code, reason: JSON.parse(ended.stdout).reason };
  };

  test('TRANS-23 a private authority: refused with the TLS reason, trusted by the system’s store or by NODE_EXTRA_CA_CERTS', async () => {
    const authority = privateAuthority(tempFolder());
    const peer = await startPeer(modernPeer().listener, authority.issue('good', 'IP:127.0.0.1'));
    await addUrl('internal', peer.url);
    const refused = await refusal('internal');
    expect(refused.code).toBe(5);
    expect(refused.reason).toMatchObject({ code: 'tls' });
    expect(refused.reason.message).toMatch(/CERT|certificate/i);
    for (const variable of ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'])
      expect(await refusal('internal', { [variable]: authority.path }), variable).toEqual({
        code: 0,
        reason: null,
      });
  });

  test.each([
    ['expired', 'IP:127.0.0.1', { from: '20200101000000Z', to: '20210101000000Z' }, /EXPIRED/],
    ['wrong-host', 'DNS:elsewhere.example', undefined, /ALTNAME/],
  ] as const)(
    'TRANS-23 a certificate that is %s is refused also when its authority is trusted',
    async (name, alternative, dates, words) => {
      const authority = privateAuthority(tempFolder());
      const peer = await startPeer(
        modernPeer().listener,
        authority.issue(name, alternative, dates),
      );
      await addUrl('bad', peer.url);
      const refused = await refusal('bad', { NODE_EXTRA_CA_CERTS: authority.path });
      expect(refused.code).toBe(5);
      expect(refused.reason).toMatchObject({ code: 'tls' });
      expect(refused.reason.message).toMatch(words);
    },
  );

  test('TRANS-23 the proxy of the environment is used, but not for this machine nor what NO_PROXY names', async () => {
    const asked: string[] = [];
    const proxy = createServer((request, response) => {
      asked.push(String(request.url));
      response.writeHead(502).end();
    });
    proxy.on('connect', (request, socket) => {
      asked.push(String(request.url));
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void proxy.close());
    const address = proxy.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const at = `http://127.0.0.1:${address.port}`;
    const environment = { HTTP_PROXY: at, HTTPS_PROXY: at, NO_PROXY: 'direct.invalid' };
    const local = await startPeer(modernPeer().listener);
    await addUrl('local', local.url);
    await addUrl('far', 'https://far.invalid/mcp');
    await addUrl('direct', 'https://direct.invalid/mcp');
    expect((await refusal('local', environment)).code).toBe(0);
    expect(asked).toEqual([]);
    expect((await refusal('direct', environment)).reason).toMatchObject({ code: 'dns' });
    expect(asked).toEqual([]);
    expect((await refusal('far', environment)).code).toBe(5);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.every((target) => target.includes('far.invalid'))).toBe(true);
  });
});
