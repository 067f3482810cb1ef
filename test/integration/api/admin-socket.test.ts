import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openAdminDoor } from '../../../src-main/api/admin-socket.ts';
import type { Serve } from '../../../src-main/api/serve.ts';
import { fail } from '../../../src-main/kernel/result.ts';
import { Topic } from '../../../src-main/kernel/topic.ts';
import type { AnyEvent } from '../../../src-preload/contract/index.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';

const refuseAll: Serve = async () => fail('denied', 'Not now.');

async function opened(serve: Serve = refuseAll): Promise<string> {
  const address = join(tempFolder(), 'admin.sock');
  const door = await openAdminDoor({ address, serve, events: new Topic<AnyEvent>() });
  if (!door.ok) throw new Error(door.failure.message);
  onTestFinished(() => door.value.close(0));
  return address;
}

/** Status, and the code of the failure in the body. */
const told = (
  address: string,
  [method, path]: readonly [string, string],
  body = '',
): Promise<[number | undefined, unknown]> =>
  new Promise((resolve, reject) => {
    const outgoing = request({ socketPath: address, method, path }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (more: string) => {
        text += more;
      });
      response.on('end', () => {
        const failure: unknown = JSON.parse(text);
        const isFailure = typeof failure === 'object' && failure !== null && 'code' in failure;
        resolve([response.statusCode, isFailure ? failure.code : null]);
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });

test.each(['http://[::1', '//', 'http://x:99999/'])(
  'a request target that leads nowhere is answered: %s',
  async (target) => {
    expect(await told(await opened(), ['GET', target])).toEqual([404, 'not_found']);
  },
);

test('a request that is nested too deep is refused, and one that fits is served', async () => {
  const address = await opened();
  const set = ['PUT', '/api/v1/settings'] as const;
  const nested = (levels: number) => `{"changes":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  expect(await told(address, set, nested(400_000))).toEqual([400, 'bad_arguments']);
  expect(await told(address, set, nested(100))).toEqual([403, 'denied']);
});

test('an answer that cannot be written is our own failure, not a closed connection', async () => {
  const deep: unknown = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
  const address = await opened(async () => ({ ok: true, value: deep as never }));
  expect(await told(address, ['GET', '/api/v1/status'])).toEqual([500, 'internal']);
});

test('a folder where the socket belongs is named, with what to do, and left alone', async () => {
  const address = join(tempFolder(), 'admin.sock');
  mkdirSync(address);
  writeFileSync(join(address, 'mine'), '');
  const door = await openAdminDoor({ address, serve: refuseAll, events: new Topic<AnyEvent>() });
  expect(door).toMatchObject({
    ok: false,
    failure: {
      code: 'file_error',
      message: `A folder stands at ${address}, where the admin socket belongs.`,
      fix: expect.stringContaining('Move that folder away'),
    },
  });
  expect(existsSync(join(address, 'mine'))).toBe(true);
});
