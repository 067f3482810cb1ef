import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { deadline } from '../../../src-main/kernel/deadline.ts';

test('aborts when its time is up, and says so', async () => {
  const { signal, isOver } = deadline(new AbortController().signal, 5);
  expect(isOver()).toBe(false);
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  expect(isOver()).toBe(true);
});

test('aborts with the outer signal and its reason, which is not the time', async () => {
  const outer = new AbortController();
  const { signal, isOver } = deadline(outer.signal, 5);
  outer.abort('enough');
  expect(signal.reason).toBe('enough');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isOver()).toBe(false);
});

test('is aborted from the start under an aborted signal', () => {
  expect(deadline(AbortSignal.abort(), 1_000).signal.aborted).toBe(true);
});

test('once ended it holds on to nothing and aborts no more', async () => {
  const outer = new AbortController();
  const { signal, end } = deadline(outer.signal, 5);
  expect(getEventListeners(outer.signal, 'abort')).toHaveLength(1);
  end();
  expect(getEventListeners(outer.signal, 'abort')).toHaveLength(0);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(signal.aborted).toBe(false);
});
