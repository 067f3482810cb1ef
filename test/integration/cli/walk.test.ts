import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, field, filesystemServer, GatehouseHome, list } from './gatehouse-home.ts';

describe('the main job on the command line', () => {
  let home: GatehouseHome;
  beforeAll(() => {
    home = new GatehouseHome();
  });
  afterAll(() => home.close());

  test('add without a confirmation prints the launch and its hash, adds nothing and exits 4', async () => {
    const shown = await home.run([
      'server',
      'add',
      'files',
      '--',
      'node',
      filesystemServer,
      home.work,
    ]);
    expect(shown.code).toBe(4);
    expect(shown.stdout).toContain(filesystemServer);
    expect(shown.stdout).toContain(home.work);
    expect(shown.stdout).toMatch(/hash +[0-9a-f]{64}/);
    expect(list(field(await home.json(['server', 'list']), 'servers'))).toEqual([]);
  });

  test('a wrong hash adds nothing; the right one adds and confirms', async () => {
    const argv = ['node', filesystemServer, home.work];
    const wrong = await home.run([
      'server',
      'add',
      'files',
      '--confirm',
      '0'.repeat(64),
      '--',
      ...argv,
    ]);
    expect(wrong.code).toBe(4);
    expect(list(field(await home.json(['server', 'list']), 'servers'))).toEqual([]);
    await home.add('files', argv);
    expect(field(await home.json(['server', 'show', 'files']), 'trust')).toBe('confirmed');
  });

  test('probe is ok with 14 tools', async () => {
    const report = await home.json(['probe', 'files']);
    expect(field(report, 'status')).toBe('ok');
    expect(list(field(report, 'tools'))).toHaveLength(14);
  });

  test('write_file is high with its reasons, read_text_file is not', async () => {
    const tools = list(await home.json(['tools', 'files']));
    const named = (name: string) => tools.find((tool) => field(tool, 'name') === name);
    expect(field(named('write_file'), 'risk')).toBe('high');
    expect(list(field(named('write_file'), 'reasons')).length).toBeGreaterThan(0);
    expect(field(named('read_text_file'), 'risk')).not.toBe('high');
  });

  test('a harmless tool answers at once', async () => {
    const ended = await home.run([
      'call',
      'files',
      'list_directory',
      '--args',
      JSON.stringify({ path: home.work }),
    ]);
    expect(ended.code, ended.stderr).toBe(0);
  });

  async function write(answer: 'deny' | 'once', content: string) {
    const target = join(home.work, 'notes.md');
    const args = { path: target, content };
    const call = home.start(['call', 'files', 'write_file', '--args', JSON.stringify(args)]);
    await call.says('Waiting for a person');
    const waiting = await eventually(async () => list(await home.json(['approvals', 'list']))[0]);
    expect(field(waiting, 'arguments')).toEqual(args);
    expect(field(waiting, 'risk')).toBe('high');
    expect(existsSync(target)).toBe(false);
    const answered = await home.run(['approvals', 'answer', String(field(waiting, 'id')), answer]);
    expect(answered.code, answered.stderr).toBe(0);
    return call.ended;
  }

  test('a dangerous tool waits; denied, it exits 4 and nothing is written', async () => {
    const long = `# Notes\n${'line\n'.repeat(2000)}`;
    const ended = await write('deny', long);
    expect(ended.code).toBe(4);
    expect(ended.stderr).toContain('denied');
    expect(existsSync(join(home.work, 'notes.md'))).toBe(false);
  });

  test('allowed once, it is written, and only once', async () => {
    const ended = await write('once', 'hello');
    expect(ended.code, ended.stderr).toBe(0);
    expect(readFileSync(join(home.work, 'notes.md'), 'utf8')).toBe('hello');
  });

  test('the journal has requested, decided and completed for both', async () => {
    const entries = list(await home.json(['journal', 'list', '--tool', 'write_file']));
    const kinds = entries.map((entry) => [
      field(entry, 'kind'),
      field(entry, 'decision'),
      field(entry, 'outcome'),
    ]);
    expect(kinds.reverse()).toEqual([
      ['call_requested', null, null],
      ['call_decided', 'deny', null],
      ['call_completed', null, 'not_sent'],
      ['call_requested', null, null],
      ['call_decided', 'once', null],
      ['call_completed', null, 'answered'],
    ]);
    expect(field(await home.json(['journal', 'verify']), 'intact')).toBe(true);
  });

  test('nothing of it runs on: no owner, no socket, no child', () => {
    expect(existsSync(join(home.path, 'state', 'owner.json'))).toBe(false);
    expect(existsSync(join(home.path, 'state', 'admin.sock'))).toBe(false);
  });
});
