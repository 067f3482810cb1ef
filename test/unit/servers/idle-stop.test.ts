import { beforeEach, expect, test } from 'vitest';
import { IdleStop } from '../../../src-main/servers/idle-stop.ts';

let now: number;
let timers: { at: number; work: () => void }[];
let stops: number;
let idle: IdleStop;
beforeEach(() => {
  now = 0;
  timers = [];
  stops = 0;
  idle = new IdleStop({
    after: (ms, work) => {
      const timer = { at: now + ms, work };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    idle_ms: () => 100,
    link: () => ({ isFollowed: () => false }),
    stop: () => {
      stops += 1;
    },
  });
});

function wait(ms: number): void {
  now += ms;
  const due = timers.filter(({ at }) => at <= now);
  timers = timers.filter(({ at }) => at > now);
  for (const { work } of due) work();
}

test('a use begins the wait anew', () => {
  idle.enter()();
  wait(60);
  idle.enter()();
  wait(60);
  expect(stops).toBe(0);
  wait(40);
  expect(stops).toBe(1);
});

test('a look in passing does not, however often somebody looks', () => {
  idle.enter()();
  for (const _ of [1, 2, 3]) {
    wait(30);
    idle.pass()();
  }
  wait(10);
  expect(stops).toBe(1);
});

test('nothing stops under a look in passing; it stops when the look is over', () => {
  idle.enter()();
  wait(90);
  const leave = idle.pass();
  wait(20);
  expect(stops).toBe(0);
  leave();
  leave();
  expect(stops).toBe(1);
});

test('a use that begins during a look in passing counts', () => {
  idle.enter()();
  const looked = idle.pass();
  wait(110);
  const used = idle.enter();
  looked();
  wait(200);
  expect(stops).toBe(0);
  used();
  wait(99);
  expect(stops).toBe(0);
  wait(1);
  expect(stops).toBe(1);
});

test('what was started by a look in passing, and is up, waits as after a use', () => {
  idle.pass()();
  wait(99);
  expect(stops).toBe(0);
  wait(1);
  expect(stops).toBe(1);
});
