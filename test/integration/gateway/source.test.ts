import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GatewayHome, raw } from './gateway-home.ts';
import { stateless } from './wire.ts';

const PATHS = ['/mcp', '/sse', '/api/v1/status', '/oauth/callback'];

/** Which programs and pages of this machine get an answer at all. */
describe('TRANS-24 who asks', () => {
  let home: GatewayHome;
  let token = '';
  beforeAll(async () => {
    home = new GatewayHome();
    await home.agent('reader', '');
    await home.serve();
    token = (await home.token('reader')).token;
  });
  afterAll(() => home.close());

  const send = (lines: readonly string[], body = '{}'): Promise<string> => {
    const head = [...lines, 'Connection: close', `Content-Length: ${body.length}`];
    return raw(home.port, `${head.join('\r\n')}\r\n\r\n${body}`);
  };

  test.each(PATHS)(
    'a rebound name, a page of another site and an opaque one get 403 at %s, before anything is parsed',
    async (path) => {
      const here = `Host: localhost:${home.port}`;
      for (const lines of [
        ['Host: evil.example'],
        [`Host: evil.example:${home.port}`],
        [here, 'Origin: https://evil.example'],
        [here, 'Origin: null'],
        [here, 'Origin: http://localhost:3000'],
        [here, `Origin: http://localhost:${home.port}.evil.example`],
      ])
        for (const method of ['POST', 'GET', 'OPTIONS', 'DELETE']) {
          const bearer = `Authorization: Bearer ${token}`;
          const heard = await send([`${method} ${path} HTTP/1.1`, ...lines, bearer], '{"no":');
          expect(heard, `${method} ${lines.join()}`).toMatch(/^HTTP\/1\.1 403 /);
          expect(heard.toLowerCase()).not.toContain('access-control');
        }
    },
  );

  test.each(PATHS)('a preflight gets no leave at %s, not even from our own name', async (path) => {
    const lines = [
      `OPTIONS ${path} HTTP/1.1`,
      ...[`Host: localhost:${home.port}`, `Origin: http://localhost:${home.port}`],
      'Access-Control-Request-Method: POST',
    ];
    const heard = await send(lines, '');
    expect(heard).toMatch(/^HTTP\/1\.1 401 /);
    expect(heard.toLowerCase()).not.toContain('access-control');
  });

  test.each(['127.0.0.1', 'localhost', '[::1]', 'LOCALHOST'])(
    'under %s with our port, with and without that Origin, a token opens the door and nothing else does',
    async (name) => {
      const authority = `${name}:${home.port}`;
      const { body, headers } = stateless('tools/list');
      for (const origin of [[], [`Origin: http://${authority}`]]) {
        const lines = [
          ...['POST /mcp HTTP/1.1', `Host: ${authority}`, ...origin],
          ...['Content-Type: application/json', 'Accept: application/json, text/event-stream'],
          ...Object.entries(headers).map(([key, value]) => `${key}: ${value}`),
        ];
        const bearer = `Authorization: Bearer ${token}`;
        const heard = await send([...lines, bearer], JSON.stringify(body));
        expect(heard, origin.join()).toMatch(/^HTTP\/1\.1 200 /);
        expect(heard).toContain('"tools":');
        expect(await send(lines, JSON.stringify(body))).toMatch(/^HTTP\/1\.1 401 /);
      }
    },
  );
});
