import { describe, expect, test } from 'vitest';
import type { Door } from '../../bench/client.ts';
import { completeList, expectedTools, ours } from '../../bench/measures/complete-list.ts';

const tool = (name: string) => ({ name, description: '' });
const door = (lists: readonly (readonly string[])[]): Door => {
  let asked = 0;
  return {
    tools: async () => {
      const names = lists[Math.min(asked, lists.length - 1)] ?? [];
      asked += 1;
      return names.map(tool);
    },
    call: async () => '',
    close: async () => undefined,
  };
};
const running = (openers: readonly (() => Promise<Door>)[]) => ({
  ...{ roots: [], spawned: 0, ready: 0, openers },
  open: () => Promise.reject(new Error('not asked for')),
});

describe('a complete list', () => {
  test('only tools of the servers under test count, however they are named', () => {
    const names = [
      'echo',
      's0__text',
      's1/look_up_12',
      'result_read',
      'hub__context',
      's3__echoes',
    ];
    expect(ours(names.map(tool))).toBe(3);
  });

  test('servers that hang are not waited for', () => {
    const servers = [
      { id: 'a', args: ['--tools=8'] },
      { id: 'b', args: ['--tools=8', '--hang'] },
    ];
    expect(expectedTools(servers)).toBe(10);
  });

  test('one that grows is asked again on the same connection until all is there', async () => {
    let opened = 0;
    const growing = async () => {
      opened += 1;
      return door([[], ['a__echo'], ['a__echo', 'a__text', 'b__echo']]);
    };
    const { doors } = await completeList(running([growing]), 3, 5_000);
    expect(doors).toHaveLength(1);
    expect(opened).toBe(1);
  });

  test('one that refuses at first is tried again', async () => {
    let tries = 0;
    const late = async () => {
      tries += 1;
      if (tries < 3) throw new Error('500');
      return door([['echo', 'text']]);
    };
    await completeList(running([late]), 2, 5_000);
    expect(tries).toBe(3);
  });

  test('a connection that never opens keeps the others from nothing', async () => {
    const never = () => new Promise<Door>(() => undefined);
    const started = performance.now();
    const list = await completeList(running([never, async () => door([['echo']])]), 1, 5_000);
    expect(list.at - started).toBeLessThan(2_000);
  });

  test('what is missing in the end is said', async () => {
    const half = async () => door([['echo']]);
    await expect(completeList(running([half]), 4, 150)).rejects.toThrow(
      '1 of 4 tools after 0.15 s',
    );
  });
});
