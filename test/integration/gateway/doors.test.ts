import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, field, list } from '../cli/gatehouse-home.ts';
import { freePort } from '../cli/http-peer.ts';
import { GatewayHome, messagesOf, raw } from './gateway-home.ts';

/** A machine without IPv6 has no ::1 to take. */
const hasIpv6 = (networkInterfaces()['lo'] ?? []).some(({ address }) => address === '::1');

describe('the gateway door', () => {
  let home: GatewayHome;
  let token = '';
  beforeAll(async () => {
    home = new GatewayHome();
    await home.agent('reader', '');
    await home.serve();
    token = (await home.token('reader')).token;
  });
  afterAll(() => home.close());

  const request = (path: string, ...headers: string[]) =>
    `POST ${path} HTTP/1.1\r\n${headers.map((line) => `${line}\r\n`).join('')}Connection: close\r\nContent-Length: 2\r\n\r\n{}`;

  test('an agent that lists nothing has an empty list', async () => {
    const response = await home.ask('tools/list', token);
    expect(response.status).toBe(200);
    const { result } = messagesOf(await response.text()).at(-1) as {
      result: { tools: unknown[] };
    };
    expect(result.tools).toEqual([]);
  });

  test.each(['/mcp', '/', '/api/v1/status', '/.well-known/oauth-protected-resource'])(
    'a foreign Host or Origin is refused at %s, token or not, without a CORS header',
    async (path) => {
      const bearer = `Authorization: Bearer ${token}`;
      const here = `Host: 127.0.0.1:${home.port}`;
      for (const headers of [
        ['Host: evil.example', bearer],
        [`Host: evil.example:${home.port}`, bearer],
        [here, 'Origin: https://evil.example', bearer],
        [here, 'Origin: http://localhost:3000', bearer],
        [here, 'Origin: null', bearer],
      ]) {
        const heard = await raw(home.port, request(path, ...headers));
        expect(heard, headers.join()).toMatch(/^HTTP\/1\.1 403 /);
        expect(heard.toLowerCase()).not.toContain('access-control');
      }
    },
  );

  test.each(['/mcp', '/', '/api/v1/status'])(
    'without a token, with a wrong one, or with one in the address it is 401 at %s',
    async (path) => {
      for (const [target, auth] of [
        [path, 'X: y'],
        [path, 'Authorization: Bearer gth_x'],
        [path, `Authorization: Bearer gth_${'A'.repeat(43)}`],
        [path, `Authorization: Basic ${token}`],
        [`${path}?access_token=${token}`, 'X: y'],
      ] as const) {
        const heard = await raw(home.port, request(target, `Host: localhost:${home.port}`, auth));
        expect(heard).toMatch(/^HTTP\/1\.1 401 /);
        expect(heard.toLowerCase()).toContain('www-authenticate: bearer');
      }
    },
  );

  test('the attempts are one count in the journal, without the tokens tried', async () => {
    const entries = list(await home.json(['journal', 'list', '--kind', 'sign_in']));
    expect(entries).toHaveLength(1);
    expect(field(field(entries[0], 'detail'), 'door')).toBe('gateway');
  });

  test('with a token, other paths are 404 and other methods 405', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const base = `http://127.0.0.1:${home.port}`;
    expect((await fetch(`${base}/api/v1/status`, { headers })).status).toBe(404);
    for (const method of ['PUT', 'OPTIONS', 'PATCH']) {
      const answer = await fetch(home.url, { method, headers });
      expect(answer.status, method).toBe(405);
      expect(answer.headers.get('allow')).toBe('POST, GET, DELETE');
    }
    const stateless = { ...headers, 'mcp-protocol-version': '2026-07-28' };
    for (const method of ['GET', 'DELETE']) {
      expect((await fetch(home.url, { method, headers: stateless })).status, method).toBe(405);
      expect((await fetch(home.url, { method, headers })).status, method).toBe(400);
    }
  });

  test('it listens on ::1 too, where there is one, and on no other address', async () => {
    const here = `Host: [::1]:${home.port}`;
    const heard = await raw(home.port, request('/mcp', here), '::1').catch((error) =>
      String(error),
    );
    expect(heard).toMatch(/^HTTP\/1\.1 401 |EADDRNOTAVAIL|EAFNOSUPPORT|ECONNREFUSED/);
    await expect(raw(home.port, request('/mcp', here), '127.0.0.2')).rejects.toThrow(
      'ECONNREFUSED',
    );
  });

  test('bodies that are too large, no JSON, or of another kind get their own status', async () => {
    expect((await home.post('x'.repeat(4 * 1024 * 1024 + 1), token)).status).toBe(413);
    expect((await home.post('{"a":', token)).status).toBe(400);
    const plain = { 'content-type': 'text/plain' };
    expect((await home.ask('tools/list', token, plain)).status).toBe(415);
    expect((await home.ask('tools/list', token)).status).toBe(200);
  });

  test('headers that never end are cut', async () => {
    const began = Date.now();
    const heard = await raw(home.port, `POST /mcp HTTP/1.1\r\nHost: localhost:${home.port}\r\nX: `);
    expect(heard).toMatch(/^HTTP\/1\.1 408 /);
    expect(Date.now() - began).toBeLessThan(20_000);
  });

  test('status says where it listens', async () => {
    expect(field(await home.json(['status']), 'gateway')).toEqual({
      ...{ state: 'listening', address: home.url, failure: null, clients: 1 },
    });
  });
});

describe('tokens', () => {
  let home: GatewayHome;
  beforeAll(async () => {
    home = new GatewayHome();
    await home.agent('reader', '');
  });
  afterAll(() => home.close());

  test('are printed once, with what a person pastes', async () => {
    const shown = await home.run(['agent', 'token', 'reader']);
    expect(shown.code, shown.stderr).toBe(0);
    const token = /gth_[A-Za-z0-9_-]{43}/.exec(shown.stdout)?.[0] ?? '';
    const snippet = JSON.parse(
      shown.stdout.slice(shown.stdout.indexOf('{'), shown.stdout.lastIndexOf('}') + 1),
    );
    expect(snippet).toEqual({
      mcpServers: {
        gatehouse: {
          type: 'http',
          url: 'http://127.0.0.1:7420/mcp',
          headers: { Authorization: `Bearer ${token}` },
        },
      },
    });
    const listed = await home.run(['client', 'list']);
    expect(listed.stdout).toContain('reader');
    expect(listed.stdout).not.toContain('gth_');
  });

  test('are not for you, nor for agents that nobody has accepted or written', async () => {
    expect((await home.run(['agent', 'token', 'you'])).code).toBe(4);
    expect((await home.run(['agent', 'token', 'nobody'])).code).toBe(3);
  });

  test('of an unknown client cannot be revoked', async () => {
    expect((await home.run(['client', 'revoke', 'nobody-1'])).code).toBe(3);
  });

  test('a short run does not listen', async () => {
    expect(field(field(await home.json(['status']), 'gateway'), 'state')).toBe('off');
  });
});

describe('a port that is taken', () => {
  let home: GatewayHome;
  let port = 0;
  const other = createServer();
  beforeAll(async () => {
    home = new GatewayHome();
    port = await freePort();
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    other.close();
    await home.close();
  });

  test('ends `serve --port` with exit code 5, a reason and a fix, and gives the home up', async () => {
    const ended = await home.run(['serve', '--port', String(port)]);
    expect(ended.code).toBe(5);
    expect(ended.stderr).toContain(`Port ${port} of 127.0.0.1 is taken by another program.`);
    expect(ended.stderr).toContain('choose another port');
    expect(field(field(await home.json(['status']), 'owner'), 'kind')).toBe('cli');
  });

  test.skipIf(!hasIpv6)('on ::1 alone counts too: "localhost" would lead there', async () => {
    const sixth = createServer();
    const free = await freePort();
    await new Promise<void>((resolve) => sixth.listen(free, '::1', resolve));
    const ended = await home.run(['serve', '--port', String(free)]);
    sixth.close();
    expect(ended.code).toBe(5);
    expect(ended.stderr).toContain(`Port ${free} of ::1 is taken`);
  });

  test('does not stop a `serve` that was not told a port; status and doctor say so', async () => {
    await home.json(['settings', 'set', JSON.stringify({ gateway: { port } })]);
    const serving = home.start(['serve']);
    await serving.says('Stop it with');
    const gateway = field(await home.json(['status']), 'gateway');
    expect(gateway).toMatchObject({ state: 'failed', failure: { code: 'port_in_use' } });
    const doctor = await home.run(['doctor']);
    expect(doctor.stdout).toContain(`Port ${port} of 127.0.0.1 is taken`);
    serving.child.kill('SIGTERM');
    expect((await serving.ended).code).toBe(0);
  });

  test('is no port at all: usage', async () => {
    for (const wrong of ['x', '-1', '65536', '7420x'])
      expect((await home.run(['serve', `--port=${wrong}`])).code, wrong).toBe(2);
  });
});

describe('an owner that ends', () => {
  test('closes its port', async () => {
    const home = new GatewayHome();
    try {
      await home.agent('reader', '');
      await home.serve();
      const { token } = await home.token('reader');
      expect((await home.ask('tools/list', token)).status).toBe(200);
      home.serving?.child.kill('SIGTERM');
      expect((await home.serving?.ended)?.code).toBe(0);
      await eventually(() =>
        home.post({}, token).then(
          () => undefined,
          () => true as const,
        ),
      );
    } finally {
      await home.close();
    }
  });
});
