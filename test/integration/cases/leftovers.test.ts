import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addAtTheDoor, tell } from '../cli/admin-request.ts';
import { eventually, field, GatehouseHome, list, type Running } from '../cli/gatehouse-home.ts';

const script = (name: string) =>
  fileURLToPath(new URL(`../../fixtures/servers/${name}.mjs`, import.meta.url));

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};

let home: GatehouseHome;
let serving: Running;
let family: number[] = [];
/** A program that Gatehouse never started, with the same words as one of its servers. */
let stranger = 0;

/** The servers that nothing but SIGKILL ends, one that never reads, one that moved, and one whose launcher obeys. */
const SERVERS: Readonly<Record<string, readonly string[]>> = {
  stubborn: [script('stubborn')],
  deaf: [script('stubborn'), '--never-reads'],
  moved: [script('stubborn'), '--setsid'],
  wrapped: [script('stubborn'), '--wrapper'],
};

beforeEach(async () => {
  home = new GatehouseHome();
  serving = home.start(['serve', '--port', '0']);
  await serving.says('Stop it with');
  for (const [id, argv] of Object.entries(SERVERS)) {
    const command_argv = ['node', ...argv, `--notes=${join(home.work, id)}`];
    await addAtTheDoor(home, id, { command_argv });
    await tell(home, 'POST', `/mcp/${id}/connect`);
  }
  family = Object.keys(SERVERS).flatMap(
    (id) =>
      readFileSync(join(home.work, id), 'utf8').trim().split('\n').at(-1)?.split(' ').map(Number) ??
      [],
  );
  expect(family).toHaveLength(8);
  expect(family.every(isRunning)).toBe(true);
  const notes = join(home.work, 'stranger');
  stranger = home.startStranger(script('stubborn'), [`--notes=${notes}`]);
  await eventually(() => (existsSync(notes) ? true : undefined));
});
afterEach(async () => {
  for (const pid of family) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  await home.close();
});

const killOwner = async () => {
  serving.child.kill('SIGKILL');
  await serving.ended;
  // Only the launcher that obeys the end of its input goes by itself.
  await eventually(() => (family.filter(isRunning).length === 7 ? true : undefined));
};
const children = () => list(JSON.parse(home.read('state', 'children.json')));
const write = (entries: unknown) =>
  writeFileSync(join(home.path, 'state', 'children.json'), JSON.stringify(entries));
const gone = () => eventually(() => (family.some(isRunning) ? undefined : true), 8_000);

describe('LIFE-02 after kill -9 of the owner', () => {
  test('LIFE-02 the next command ends every tree that was left, and nothing else', async () => {
    expect(
      children()
        .map((child) => field(child, 'server_id'))
        .toSorted(),
    ).toEqual(Object.keys(SERVERS).toSorted());
    for (const child of children()) {
      expect(field(child, 'start_time')).not.toBe('');
      expect(String(field(child, 'token')).length).toBeGreaterThan(30);
    }
    await killOwner();
    expect((await home.run(['server', 'list'])).code).toBe(0);
    await gone();
    expect(isRunning(stranger)).toBe(true);
    expect(children()).toEqual([]);
    // What was ended runs again when it is needed.
    serving = home.start(['serve', '--port', '0']);
    await serving.says('Stop it with');
    await home.json(['server', 'connect', 'wrapped']);
  });

  test('LIFE-02 a process that got the number of one is spared, whatever is recorded of it', async () => {
    await killOwner();
    const recorded = children();
    const like = (change: Record<string, unknown>) =>
      Object.assign({}, recorded[0], { pid: stranger }, change);
    write([
      ...recorded,
      like({}),
      like({ start_time: '' }),
      like({ token: 'another-token-0123456789' }),
      like({ start_time: String(field(recorded[0], 'start_time')).replace(/\d+$/, '1') }),
      { pid: stranger },
      'nonsense',
    ]);
    serving = home.start(['serve', '--port', '0']);
    await serving.says('Stop it with');
    await gone();
    expect(isRunning(stranger)).toBe(true);
  });

  test('LIFE-02 a record that the crash cut off ends nothing, and keeps nothing from starting', async () => {
    await killOwner();
    const whole = home.read('state', 'children.json');
    writeFileSync(join(home.path, 'state', 'children.json'), whole.slice(0, whole.length / 2));
    expect((await home.run(['server', 'list'])).code).toBe(0);
    expect(family.filter(isRunning)).toHaveLength(7);
    expect(isRunning(stranger)).toBe(true);
    writeFileSync(join(home.path, 'state', 'children.json'), whole);
    expect((await home.run(['server', 'list'])).code).toBe(0);
    await gone();
  });

  test('LIFE-02 the servers of an owner that lives are left alone by every other command', async () => {
    for (const command of [['doctor'], ['status']]) await home.run(command);
    expect(family.every(isRunning)).toBe(true);
    await killOwner();
    await home.run(['server', 'list']);
    await gone();
  });
});
