import { fakeBridge } from '../bridge/fake-bridge.ts';
import { fakeOwner } from '../bridge/fake-owner.ts';
import { world } from '../bridge/world.ts';
import { memoryJournal } from './memory-journal.ts';

declare global {
  /** For tests: writes entries while the screen is looked at, and tells what was asked. */
  var ledger: ReturnType<typeof memoryJournal>;
  var saved: unknown[];
  var called: string[];
}

const query = new URLSearchParams(location.search);
globalThis.saved = [];
globalThis.called = [];
const { bridge } = fakeBridge((emit) => {
  globalThis.ledger = memoryJournal(Number(query.get('entries') ?? '0'), emit);
  const owner = fakeOwner(world(query), emit);
  return {
    ...owner,
    ...globalThis.ledger.handlers,
    'settings/set': (input) => {
      globalThis.saved.push(input.changes);
      const set = owner['settings/set'];
      if (set === undefined) throw new Error('the fake owner has no settings');
      return set(input);
    },
    'tool/call': (input) => {
      globalThis.called.push(input.arguments_json);
      const text = 'plain <b>text</b>\u200B';
      return {
        call_id: input.call_id ?? '',
        outcome: 'answered' as const,
        duration_ms: 3,
        result: {
          content: [
            { type: 'text', text },
            { type: 'resource_link', uri: 'javascript:alert(1)', name: 'click me' },
            { type: 'image', mimeType: 'image/svg+xml', data: 'PHN2Zz4=' },
          ],
          isError: true,
        },
      };
    },
  };
});
Object.defineProperty(window, 'gatehouse', { value: bridge });
await import('../../../src-renderer/app.tsx');
