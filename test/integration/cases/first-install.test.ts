import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addAtTheDoor, tell } from '../cli/admin-request.ts';
import { eventually, field, GatehouseHome, list } from '../cli/gatehouse-home.ts';

const script = (name: string) =>
  fileURLToPath(new URL(`../../fixtures/servers/${name}.mjs`, import.meta.url));

let home: GatehouseHome;
let notes = '';
let marker = '';
/** A start may take 3 s without a word; the installation takes twice that. */
beforeEach(async () => {
  home = new GatehouseHome();
  notes = join(home.work, 'starts');
  marker = join(home.work, 'installed');
  await home.start(['serve', '--port', '0']).says('Stop it with');
  const words = [`--notes=${notes}`, `--marker=${marker}`, '--steps=20'];
  await addAtTheDoor(home, 'big', {
    command_argv: ['node', script('installs'), ...words],
    timeouts: { start_s: 3, idle_s: 300, call_s: 60 },
  });
});
afterEach(() => home.close());

const starts = () => readFileSync(notes, 'utf8').trim().split('\n');
const connection = async () => field(await tell(home, 'GET', '/mcp/big'), 'connection');
const installing = () =>
  eventually(async () => {
    const now = await connection();
    return field(now, 'state') === 'installing' ? now : undefined;
  });

describe('LIFE-06 a first start that installs something', () => {
  test('LIFE-06 it is shown with its latest words, goes on past the start time, and holds up nobody else', async () => {
    await addAtTheDoor(home, 'small', { command_argv: ['node', script('tools')] });
    const connecting = tell(home, 'POST', '/mcp/big/connect');
    const first = await installing();
    expect(String(field(first, 'last_line'))).toMatch(/^installing package \d+$/);
    const began = performance.now();
    await tell(home, 'POST', '/mcp/small/connect');
    const small = field(await tell(home, 'GET', '/mcp/small'), 'connection');
    expect(field(small, 'state')).toBe('ready');
    expect(performance.now() - began).toBeLessThan(3_000);
    expect(existsSync(marker)).toBe(false);
    await eventually(async () => {
      const now = await connection();
      const isLater = field(now, 'state') === 'installing';
      return isLater && field(now, 'last_line') !== field(first, 'last_line') ? true : undefined;
    });
    expect(list(field(await tell(home, 'GET', '/mcp/big/log'), 'lines'))).toContain(
      'installing package 1',
    );
    await connecting;
    expect(field(await connection(), 'state')).toBe('ready');
    expect(existsSync(marker)).toBe(true);
    expect(starts()).toHaveLength(1);
  });

  test('LIFE-06 one of two that wait leaves: the installation goes on for the other', async () => {
    const leaves = home.start(['server', 'connect', 'big']);
    await installing();
    const stays = tell(home, 'POST', '/mcp/big/connect');
    leaves.child.kill('SIGKILL');
    await leaves.ended;
    await stays;
    expect(field(await connection(), 'state')).toBe('ready');
    expect(starts()).toHaveLength(1);
  });

  test('LIFE-06 the command that shows a server names what it installs', async () => {
    const connecting = tell(home, 'POST', '/mcp/big/connect');
    await installing();
    const shown = await home.json(['server', 'show', 'big']);
    expect(JSON.stringify(field(shown, 'connection'))).toContain('installing package');
    await connecting;
    expect(starts()).toHaveLength(1);
  });
});
