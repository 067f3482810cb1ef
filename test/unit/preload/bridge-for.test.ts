import { describe, expect, test } from 'vitest';
import { bridgeFor } from '../../../src-preload/bridge-for.ts';
import { eventNames } from '../../../src-preload/contract/index.ts';

function recordedWire() {
  const asked: [string, unknown][] = [];
  const heard = new Map<string, ((body: unknown) => void)[]>();
  return {
    asked,
    listening: () => [...heard.values()].flat().length,
    tell: (channel: string, body: unknown) => {
      for (const listener of heard.get(channel) ?? []) listener(body);
    },
    invoke: async (channel: string, input: unknown) => {
      asked.push([channel, input]);
      return { ok: true, value: 1 };
    },
    listen: (channel: string, listener: (body: unknown) => void) => {
      heard.set(channel, [...(heard.get(channel) ?? []), listener]);
    },
  };
}

describe('the approval window', () => {
  test('can ask for what approving needs, and nothing else', () => {
    expect(Object.keys(bridgeFor('approval', recordedWire()).request).toSorted()).toEqual([
      'approvals/answer',
      'approvals/list',
      'calls/pause',
      'settings/get',
      'status/show',
    ]);
  });
});

describe('the main window', () => {
  test('cannot answer approvals or make an owner give up', () => {
    const { request } = bridgeFor('app', recordedWire());
    expect(request).not.toHaveProperty('approvals/answer');
    expect(request).not.toHaveProperty('owner/hand-over');
  });

  test('sends each request on its own channel', async () => {
    const wire = recordedWire();
    await bridgeFor('app', wire).request['server/show']({ id: 'files' });
    expect(wire.asked).toEqual([['gatehouse:request:server/show', { id: 'files' }]]);
  });
});

describe('events', () => {
  test('reach every listener until its own undo', () => {
    const wire = recordedWire();
    const { on } = bridgeFor('app', wire);
    const seen: unknown[] = [];
    const listener = (body: unknown) => seen.push(body);
    const first = on['journal/appended'](listener);
    const second = on['journal/appended'](listener);
    wire.tell('gatehouse:event:journal/appended', { seq: 1 });
    first();
    first();
    wire.tell('gatehouse:event:journal/appended', { seq: 2 });
    second();
    wire.tell('gatehouse:event:journal/appended', { seq: 3 });
    expect(seen).toEqual([{ seq: 1 }, { seq: 1 }, { seq: 2 }]);
  });

  test('are listened to once each, however many parts of a page listen', () => {
    const wire = recordedWire();
    const { on } = bridgeFor('app', wire);
    for (let n = 0; n < 50; n += 1) on['server/changed'](() => {});
    expect(wire.listening()).toBe(eventNames.length);
  });
});
