import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  exposedName,
  exposedNames,
  isRenamed,
  OWN_TOOLS,
} from '../../../src-main/catalog/exposed-names.ts';

const part = fc.stringMatching(/^[a-z0-9]{1,12}$/);
const serverId = fc
  .array(part, { minLength: 1, maxLength: 6 })
  .chain((parts) => fc.constantFrom('-', '_').map((join) => parts.join(join).slice(0, 63)))
  .map((id) => id.replace(/[_-]+$/, ''));
/** Names as servers give them, and names made to look like ours. */
const toolName = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9_.-]{1,80}$/),
  fc.string({ minLength: 1, maxLength: 40, unit: 'binary' }),
  fc.stringMatching(/^[a-z_]{0,20}_[0-9a-f]{10}$/),
  fc.stringMatching(/^_{1,5}[a-z]{1,5}$/),
  fc.string({ minLength: 300, maxLength: 300, unit: 'binary' }),
  fc.constantFrom('', '工具', 'näme', '🔧', 'a b', 'A', 'a', ...OWN_TOOLS),
);
const tool = fc.record({ server_id: serverId, name: toolName });

describe('the name of a tool at the gateway', () => {
  test('is the server and the tool, where that fits', () => {
    expect(exposedName({ server_id: 'files', name: 'read_file' })).toBe('files__read_file');
    expect(exposedName({ server_id: 'a', name: '_b' })).toBe('a___b');
  });

  test('is always the same, for what was exposed once is written in prompts', () => {
    expect(exposedName({ server_id: 'files', name: 'read.file' })).toBe(
      exposedName({ server_id: 'files', name: 'read.file' }),
    );
    expect(exposedName({ server_id: 'files', name: 'read.file' })).toMatch(
      /^files__read_file_[0-9a-f]{10}$/,
    );
  });

  test('a raw name that ends like a hashed one is hashed too', () => {
    const cut = exposedName({ server_id: 'files', name: 'read.file' });
    const copied = cut.slice('files__'.length);
    expect(exposedName({ server_id: 'files', name: copied })).not.toBe(cut);
  });

  test('a long server id leaves room for the tool', () => {
    const name = exposedName({ server_id: 'a'.repeat(63), name: 'read_file' });
    expect(name).toContain('__read_file_');
    expect(name).toHaveLength(48);
  });

  test('two tools never share one, and every one keeps to the alphabet and the length', () => {
    fc.assert(
      fc.property(tool, tool, fc.integer({ min: 32, max: 64 }), (one, other, max) => {
        const name = exposedName(one, { max, bare: null });
        expect(name).toMatch(/^[a-z0-9_-]+__[A-Za-z0-9_-]*$/);
        expect(name.length).toBeLessThanOrEqual(max);
        if (one.server_id !== other.server_id || one.name !== other.name)
          expect(exposedName(other, { max, bare: null })).not.toBe(name);
      }),
      { numRuns: 3000, seed: 7 },
    );
  });

  test('no tool can take the name of one of our own, with a prefix or without', () => {
    fc.assert(
      fc.property(tool, (one) => {
        expect(OWN_TOOLS).not.toContain(exposedName(one));
      }),
      { numRuns: 500, seed: 7 },
    );
    for (const own of OWN_TOOLS) {
      const bare = { max: 48, bare: 'files' };
      expect(exposedName({ server_id: 'files', name: own }, bare)).not.toBe(own);
      expect(exposedName({ server_id: 'files', name: own }, bare)).toMatch(/_[0-9a-f]{10}$/);
    }
  });

  test('the tools of an only server keep their names, where clients can take them', () => {
    const bare = { max: 48, bare: 'files' };
    expect(exposedName({ server_id: 'files', name: 'read_file' }, bare)).toBe('read_file');
    expect(exposedName({ server_id: 'files', name: 'user/get' }, bare)).toMatch(
      /^user_get_[0-9a-f]{10}$/,
    );
    expect(exposedName({ server_id: 'mail', name: 'send' }, bare)).toBe('mail__send');
  });

  test('a name that was changed is told from one that only got its server', () => {
    const plain = { server_id: 'files', name: 'read_file' };
    expect(isRenamed(exposedName(plain), plain)).toBe(false);
    const dotted = { server_id: 'files', name: 'admin.list' };
    expect(isRenamed(exposedName(dotted), dotted)).toBe(true);
  });

  test('names never collide, always match, lead back, and stay when others join or leave', () => {
    const tools = fc.uniqueArray(tool, {
      maxLength: 30,
      selector: ({ server_id, name }) => JSON.stringify([server_id, name]),
    });
    const naming = fc.record({
      max: fc.integer({ min: 32, max: 64 }),
      bare: fc.option(serverId),
    });
    fc.assert(
      fc.property(tools, tools, naming, (some, joining, how) => {
        const names = exposedNames(some, how);
        expect(names.size).toBe(some.length);
        for (const [name, one] of names) {
          expect(name).toMatch(/^[A-Za-z0-9_-]+$/);
          expect(name.length).toBeLessThanOrEqual(how.max);
          expect(names.get(exposedName(one, how))).toBe(one);
        }
        const known = new Set(some.map((one) => JSON.stringify(one)));
        const others = joining.filter((one) => !known.has(JSON.stringify(one)));
        const later = exposedNames([...others, ...some.toReversed()], how);
        for (const [name, one] of names) expect(later.get(name)).toBe(one);
      }),
      { numRuns: 500, seed: 7 },
    );
  });

  test('the order of a list does not depend on the order of the servers', () => {
    fc.assert(
      fc.property(fc.array(tool, { maxLength: 20 }), (tools) => {
        const keys = (list: typeof tools) => [...exposedNames(list).keys()];
        expect(keys(tools.toReversed())).toEqual(keys(tools));
        expect(keys(tools)).toEqual(keys(tools).toSorted());
      }),
      { numRuns: 200, seed: 7 },
    );
  });

  test('tools that would share a name are exposed under none', () => {
    const twice = { server_id: 'files', name: 'read' };
    const names = exposedNames([twice, { server_id: 'files', name: 'write' }, { ...twice }]);
    expect([...names.keys()]).toEqual(['files__write']);
  });
});
