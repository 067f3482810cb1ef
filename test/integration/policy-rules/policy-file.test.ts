import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPolicy, type PolicyStore } from '../../../src-main/policy/policy-file.ts';
import { by, done, failed, type Home, makeHome, until } from '../registry/home.ts';

const DENY = 'version: 1\nrules:\n  - { id: no-deletes, effect: deny, tools: ["delete_*"] }\n';
const ITEM = 'file:policy.yml';

let home: Home;
let open: PolicyStore[];

beforeEach(() => {
  home = makeHome();
  open = [];
});
afterEach(() => {
  for (const policy of open) policy.close();
  home.drop();
});

async function policy(watch = false): Promise<PolicyStore> {
  const store = done(await openPolicy({ paths: home.paths, trust: home.trust, watch }));
  open.push(store);
  return store;
}
const write = (text: string) => writeFileSync(home.paths.policy, text);
const rules = (store: PolicyStore) => store.get().policy.rules.map((rule) => rule.id);

test('no file is an empty policy, with nothing waiting', async () => {
  const store = await policy();
  expect(store.get()).toMatchObject({ policy: { rules: [] }, version: 'none', problem: null });
  expect(store.pending()).toEqual([]);
});

test('a file seen for the first time waits, and holds once accepted', async () => {
  write(DENY);
  const store = await policy();
  expect(rules(store)).toEqual([]);
  expect(store.pending()).toEqual([
    {
      item: ITEM,
      title: 'policy.yml',
      changes: [{ field: 'policy.yml', before: null, after: JSON.stringify(DENY) }],
      problem: null,
    },
  ]);
  const before = home.trust.configVersion();
  done(await store.accept(ITEM, by));
  expect(rules(store)).toEqual(['no-deletes']);
  expect(store.get().version).toMatch(/^[0-9a-f]{64}$/);
  expect(home.trust.configVersion()).toBe(before + 1);
  expect(failed(await store.accept(ITEM, by)).code).toBe('not_found');
  home.reopenTrust();
  expect(rules(await policy())).toEqual(['no-deletes']);
});

test.each([
  ['rules taken out', 'version: 1\nrules: []\n'],
  ['a comment', `# x\n${DENY}`],
  ['broken YAML', 'version: ['],
  ['an unknown field', DENY.replace('effect: deny', 'effect: deny, only: x')],
  ['nothing', ''],
  ['other bytes than text', '\u0000\u0001'],
])('an edit from outside (%s) changes nothing until accepted', async (_name, text) => {
  const store = await policy();
  done(await store.set(DENY, by));
  const { version } = store.get();
  write(text);
  expect(rules(store)).toEqual(['no-deletes']);
  expect(store.get()).toMatchObject({ version, problem: null });
  expect(store.pending()).toHaveLength(1);
});

test('what cannot be used cannot be accepted either, and says its line', async () => {
  const store = await policy();
  done(await store.set(DENY, by));
  write(`${DENY}  - { id: x, effect: block }\n`);
  expect(store.pending()[0]?.problem).toMatchObject({ code: 'invalid_entry', params: { line: 4 } });
  expect(failed(await store.accept(ITEM, by))).toMatchObject({ code: 'invalid_entry' });
  expect(rules(store)).toEqual(['no-deletes']);
});

test('a deleted file is a change too', async () => {
  const store = await policy();
  done(await store.set(DENY, by));
  rmSync(home.paths.policy);
  expect(rules(store)).toEqual(['no-deletes']);
  expect(store.pending()).toMatchObject([
    { changes: [{ before: JSON.stringify(DENY), after: null }] },
  ]);
  done(await store.accept(ITEM, by));
  expect(rules(store)).toEqual([]);
  expect(store.pending()).toEqual([]);
});

test('set writes and accepts in one; what is wrong is neither written nor accepted', async () => {
  const store = await policy();
  expect(failed(await store.set('version: 3', by)).message).toMatch(/"version" is 3/);
  expect(existsSync(home.paths.policy)).toBe(false);
  done(await store.set(DENY, by));
  expect(readFileSync(home.paths.policy, 'utf8')).toBe(DENY);
  expect(store.pending()).toEqual([]);
});

const LIST = `kind = 'meta' AND id = 'accepted-items'`;
test.each([
  ['changed', `UPDATE trust SET value = replace(value, 'delete_*', 'x') WHERE id = '${ITEM}'`],
  ['deleted', `DELETE FROM trust WHERE id = '${ITEM}'`],
  ['deleted with the list of rows', `DELETE FROM trust WHERE id = '${ITEM}' OR (${LIST})`],
  [
    'deleted, and the list of rows spoiled',
    `DELETE FROM trust WHERE id = '${ITEM}'; UPDATE trust SET value = '{}' WHERE ${LIST}`,
  ],
])('accepted rules whose row was %s deny everything until accepted again', async (_how, sql) => {
  done(await (await policy()).set(DENY, by));
  done(home.trust.put('confirmation', 'files', { launch_hash: 'x' }));
  const db = new DatabaseSync(home.paths.trustDb);
  db.exec(sql);
  db.close();
  const whileOpen = open[0]?.get();
  expect(whileOpen).toMatchObject({ problem: { code: 'trust_pending' } });
  home.reopenTrust();
  const store = await policy();
  expect(store.get()).toMatchObject({ problem: { code: 'trust_pending' } });
  expect(store.get().policy.rules).toMatchObject([{ effect: 'deny' }]);
  expect(store.pending()).toHaveLength(1);
  done(await store.accept(ITEM, by));
  expect(store.get().problem).toBeNull();
  expect(rules(store)).toEqual(['no-deletes']);
});

test('rules whose row and file are both gone deny everything until that is accepted', async () => {
  done(await (await policy()).set(DENY, by));
  const db = new DatabaseSync(home.paths.trustDb);
  db.exec(`DELETE FROM trust WHERE id = '${ITEM}'`);
  db.close();
  rmSync(home.paths.policy);
  home.reopenTrust();
  const store = await policy();
  expect(store.get().policy.rules).toMatchObject([{ effect: 'deny' }]);
  expect(store.pending()).toMatchObject([{ item: ITEM, problem: null }]);
  done(await store.accept(ITEM, by));
  expect(store.get()).toMatchObject({ policy: { rules: [] }, problem: null });
  expect(store.pending()).toEqual([]);
});

test('an edit from outside is told while open', async () => {
  const store = await policy(true);
  let told = 0;
  store.changed.subscribe(() => {
    told += 1;
  });
  write(DENY);
  await until(() => told === 1);
  done(await store.accept(ITEM, by));
  expect(told).toBe(2);
});
