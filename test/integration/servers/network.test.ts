import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { patientFetch } from '../../../src-main/servers/system-network-http.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { startPeer } from './http-peers.ts';

const script = fileURLToPath(new URL('through-proxy.ts', import.meta.url));
const run = promisify(execFile);

async function fetchAll(env: Record<string, string>, ...urls: string[]): Promise<unknown> {
  const { stdout } = await run(process.execPath, [script, ...urls], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    timeout: 20_000,
  });
  return JSON.parse(stdout);
}

test('the proxy of the environment is used, but never for this machine', async () => {
  const asked: string[] = [];
  const proxy = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('by proxy');
  });
  proxy.on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const local = await startPeer((_request, response) => response.end('direct'));
  const env = { HTTP_PROXY: `http://127.0.0.1:${address.port}`, NO_PROXY: 'direct.invalid' };
  const urls = [local.url, 'http://direct.invalid/', 'http://far.invalid/mcp'];
  const told = await fetchAll(env, ...urls);
  expect(told).toEqual(['direct', 'ENOTFOUND', expect.any(String)]);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain('far.invalid');
});

test('an authority named with NODE_EXTRA_CA_CERTS is trusted, and otherwise it is not', async () => {
  const folder = tempFolder();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const subject = ['-nodes', '-subj', '/CN=ca', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', [...args, ...subject, '-days', '2', '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  const tls = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  const peer = await startPeer((_request, response) => response.end('secure'), tls);
  expect(await fetchAll({ NODE_EXTRA_CA_CERTS: cert }, peer.url)).toEqual(['secure']);
  expect(await fetchAll({}, peer.url)).toEqual(['DEPTH_ZERO_SELF_SIGNED_CERT']);
  const wrongHost = peer.url.replace('127.0.0.1', 'localhost');
  expect(await fetchAll({ NODE_EXTRA_CA_CERTS: cert }, wrongHost)).toEqual([
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ]);
});

test('the time limits of fetch itself are ours to set', async () => {
  const peer = await startPeer((_request, response) => {
    response.write('begin ');
    setTimeout(() => response.end('end'), 1_500);
  });
  await fetch(peer.url).then((response) => response.text());
  const hasty = await patientFetch({ headers_ms: 0, body_ms: 200 })(peer.url);
  await expect(hasty.text()).rejects.toThrow();
  const patient = await patientFetch()(peer.url);
  expect(await patient.text()).toBe('begin end');
});
