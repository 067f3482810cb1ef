import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { field, GatehouseHome, list } from './gatehouse-home.ts';

const echo = fileURLToPath(new URL('../../fixtures/servers/echo-launch.mjs', import.meta.url));
const bus = process.env['DBUS_SESSION_BUS_ADDRESS'];
const withService = process.env['GATEHOUSE_TEST_SECRET_SERVICE'] === '1';

let home: GatehouseHome;
afterEach(() => home.close());

const keyCheck = async () =>
  list(field(JSON.parse((await home.run(['doctor', '--json'])).stdout), 'checks')).find(
    (check) => field(check, 'id') === 'integrity-key',
  );

describe('without any keychain service', () => {
  test('the key is a file of mode 0600, and doctor says so; the main job works', async () => {
    home = new GatehouseHome();
    await home.add('echo', ['node', echo]);
    expect((await home.run(['call', 'echo', 'launch'])).code).toBe(0);
    expect(statSync(join(home.path, 'state', 'key')).mode & 0o777).toBe(0o600);
    const check = await keyCheck();
    expect(field(check, 'level')).toBe('note');
    expect(String(field(check, 'detail'))).toContain(join('state', 'key'));
  });

  test('a row of trust.db that was made under another key is not believed', async () => {
    home = new GatehouseHome();
    await home.add('echo', ['node', echo]);
    writeFileSync(join(home.path, 'state', 'key'), `${'ab'.repeat(32)}\n`, { mode: 0o600 });
    expect(field(await home.json(['server', 'show', 'echo']), 'trust')).toBe('unconfirmed');
    expect((await home.run(['call', 'echo', 'launch'])).code).toBe(4);
  });
});

describe.skipIf(!withService)('with a keychain service (skipped where none runs)', () => {
  test('the key is in the keychain; a planted key file is ignored', async () => {
    home = new GatehouseHome({ DBUS_SESSION_BUS_ADDRESS: bus });
    mkdirSync(join(home.path, 'state'), { recursive: true, mode: 0o700 });
    writeFileSync(join(home.path, 'state', 'key'), `${'cd'.repeat(32)}\n`, { mode: 0o600 });
    await home.add('echo', ['node', echo]);
    expect(field(await keyCheck(), 'detail')).toBe('The integrity key is in the keychain.');
    writeFileSync(join(home.path, 'state', 'key'), `${'ef'.repeat(32)}\n`, { mode: 0o600 });
    expect(field(await home.json(['server', 'show', 'echo']), 'trust')).toBe('confirmed');
    expect((await home.run(['call', 'echo', 'launch'])).code).toBe(0);
  });

  test('a home that had its key there trusts nothing without it, and makes no file', async () => {
    home = new GatehouseHome({ DBUS_SESSION_BUS_ADDRESS: bus });
    await home.add('echo', ['node', echo]);
    const away = { DBUS_SESSION_BUS_ADDRESS: undefined };
    expect((await home.run(['call', 'echo', 'launch'], '', away)).code).toBe(4);
    const doctor = await home.run(['doctor'], '', away);
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toContain('Integrity key');
    expect(existsSync(join(home.path, 'state', 'key'))).toBe(false);
    expect((await home.run(['call', 'echo', 'launch'])).code).toBe(0);
  });
});
