import { describe, expect, test } from 'vitest';
import { textsFor } from '../../../src-main/desktop/texts.ts';
import { type TrayItem, trayModel } from '../../../src-main/desktop/tray-model.ts';
import { Server, Status } from '../../../src-preload/contract/index.ts';

const en = textsFor('en', 'en-US');
const zh = textsFor('zh-CN', 'en-US');

const status = (over: object = {}) =>
  Status.parse({
    version: '1.0.0',
    home: '/home/a/.gatehouse',
    owner: { kind: 'desktop', pid: 1 },
    integrity_key: 'keychain',
    secret_store: { kind: 'keychain', available: true, reason: '' },
    servers: { total: 3, ok: 3, needs_you: 0, failing: 0, disabled: 0 },
    gateway: { state: 'off', address: null, failure: null, clients: 0 },
    approvals: 0,
    trust_items: 0,
    paused: false,
    may_approve: true,
    ...over,
  });
const counts = (failing: number) => ({
  servers: { total: 3, ok: 3 - failing, needs_you: 0, failing, disabled: 0 },
});

const at = '2026-01-01T00:00:00.000Z';
const server = (id: string, connection: object, name = id) =>
  Server.parse({
    id,
    registration: {
      ...{ name, transport: 'stdio', command_argv: ['node'], cwd: '', env: {}, env_keys: [] },
      ...{ url: '', auth: { kind: 'none', env_key: '', header_name: '' }, enabled: true },
      ...{ capabilities: ['tools'], tool_risk_overrides: {} },
      timeouts: { start_s: 60, idle_s: 300, call_s: 120 },
    },
    launch_hash: 'a'.repeat(64),
    trust: 'confirmed',
    changes: [],
    connection,
    probe: null,
    tools: null,
    missing_secrets: [],
    package: null,
  });
const failed = (id: string, message: string, name = id) =>
  server(id, { state: 'failed', since: at, failure: { code: 'exited', message } }, name);
const ready = (id: string, since: string) =>
  server(id, {
    ...{ state: 'ready', since, protocol_version: '2025-11-25', server_name: id },
    ...{ server_version: '1', pid: 1 },
  });

const labels = (items: readonly TrayItem[]) =>
  items.flatMap((item) => (item.kind === 'line' ? [] : [item.label]));

describe('the dot', () => {
  test.each([
    ['ok', {}, 'Gatehouse: All well: 3 servers ok'],
    ['attention', { trust_items: 1 }, 'Gatehouse: Something needs you'],
    ['attention', { integrity_key: 'missing' }, 'Gatehouse: Something needs you'],
    ['failing', { ...counts(2), trust_items: 1 }, 'Gatehouse: 2 servers are failing'],
    ['paused', { ...counts(2), paused: true }, 'Gatehouse: All calls are paused'],
    ['waiting', { ...counts(2), paused: true, approvals: 1 }, 'Gatehouse: 1 call waits for you'],
  ])('is %s for %j', (tone, over, toolTip) => {
    const model = trayModel(status(over), [], en);
    expect(model.tone).toBe(tone);
    expect(model.toolTip).toBe(toolTip);
  });

  test('says that there are no servers yet', () => {
    const none = { total: 0, ok: 0, needs_you: 0, failing: 0, disabled: 0 };
    expect(trayModel(status({ servers: none }), [], en).toolTip).toBe('Gatehouse: No servers yet');
  });
});

describe('the menu', () => {
  test('names failing servers with their reason, then running ones, the latest first', () => {
    const servers = [
      ready('old', '2026-01-01T00:00:00.000Z'),
      failed('github', 'npx was not found on PATH.'),
      ready('new', '2026-01-02T00:00:00.000Z'),
      server('idle', { state: 'stopped' }),
    ];
    expect(labels(trayModel(status(counts(1)), servers, en).items)).toEqual([
      '1 server is failing',
      'github: npx was not found on PATH.',
      'new: running',
      'old: running',
      'Pause all calls',
      'Open Gatehouse',
      'Quit Gatehouse',
    ]);
  });

  test('leads to what waits, and never answers it', () => {
    const { items } = trayModel(status({ approvals: 2 }), [], en);
    expect(items[0]).toEqual({
      kind: 'action',
      label: '2 calls wait for you',
      does: { act: 'approvals' },
    });
    expect(JSON.stringify(items)).not.toMatch(/allow/i);
  });

  test('offers to resume when calls are paused', () => {
    expect(labels(trayModel(status({ paused: true }), [], en).items)).toContain('Resume calls');
  });

  test('shows foreign text as one short line without hidden characters or access keys', () => {
    const hostile = failed('x', `first\nsecond\u202E ${'long '.repeat(50)}`, 'A & B\u200B');
    const [, label = ''] = labels(trayModel(status(counts(1)), [hostile], en).items);
    expect(label.startsWith('A && B\\u{200b}: first second\\u{202e} long')).toBe(true);
    expect([...label.replaceAll('&&', '&')].length).toBeLessThanOrEqual(70);
    expect(label.endsWith('…')).toBe(true);
  });

  test('stays short with many failing servers', () => {
    const many = Array.from({ length: 20 }, (_, n) => failed(`s${n}`, 'gone'));
    const shown = labels(trayModel(status(counts(3)), many, en).items);
    expect(shown.filter((label) => label.endsWith(': gone'))).toHaveLength(6);
    expect(shown).toContain('14 more failing');
  });

  test('says why a server fails in the language of the rest', () => {
    const late = server('s', {
      ...{ state: 'failed', since: at },
      failure: { code: 'start_timeout', message: 'Late.', params: { id: 's', limit_s: 60 } },
    });
    const zh = textsFor('zh-CN', 'en');
    expect(labels(trayModel(status(counts(1)), [late], zh).items)).toContain(
      's：“s”在 60 秒内未就绪。',
    );
  });

  test('never shows two lines in a row', () => {
    const { items } = trayModel(status(), [], en);
    expect(items.some((item, n) => item.kind === 'line' && items[n - 1]?.kind === 'line')).toBe(
      false,
    );
  });

  test('speaks Chinese', () => {
    const model = trayModel(status({ approvals: 1 }), [], zh);
    expect(model.toolTip).toBe('Gatehouse: 1 个调用等待答复');
    expect(labels(model.items)).toContain('暂停全部调用');
  });
});

test('the language is the setting, or the system one, Chinese or else English', () => {
  expect(textsFor('system', 'zh-CN').quit).toBe(zh.quit);
  expect(textsFor('system', 'zh').quit).toBe(zh.quit);
  expect(textsFor('system', 'de-DE').quit).toBe(en.quit);
  expect(textsFor('en', 'zh-CN').quit).toBe(en.quit);
});
