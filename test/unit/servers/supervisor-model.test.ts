import fc from 'fast-check';
import { expect, test } from 'vitest';
import { failure } from '../../../src-main/kernel/failure.ts';
import type { Answer } from '../../../src-main/servers/mcp-request.ts';
import { settled } from './model-time.ts';
import { ModelWorld } from './model-world.ts';

/** One thing that happens, to one server; then everything that waits for no timer runs, and all must hold. */
class Step implements fc.AsyncCommand<object, ModelWorld> {
  readonly name: string;
  readonly #act: (world: ModelWorld) => unknown;

  constructor(name: string, act: (world: ModelWorld) => unknown) {
    this.name = name;
    this.#act = act;
  }

  check(): boolean {
    return true;
  }

  async run(_model: object, world: ModelWorld): Promise<void> {
    await this.#act(world);
    await settled();
    world.check();
  }

  toString(): string {
    return this.name;
  }
}

const SERVERS = ['a', 'b'];
const server = fc.constantFrom(...SERVERS);

const steps: Record<string, (world: ModelWorld, id: string) => unknown> = {
  call: (world, id) => world.begin(id),
  'call twice': (world, id) => {
    world.begin(id);
    world.begin(id);
  },
  'start and call': async (world, id) => {
    world.begin(id);
    await settled();
    world.live(id)?.finishStart();
  },
  'crash three times': async (world, id) => {
    for (let times = 0; times < 3; times += 1) {
      world.begin(id);
      await settled();
      world.live(id)?.finishStart();
      await settled();
      world.live(id)?.lose(failure('exited', 'It ended with code 1.'));
      await world.pass(3_000);
    }
  },
  'fail three requests': async (world, id) => {
    for (let times = 0; times < 3; times += 1) {
      world.begin(id);
      await settled();
      world.live(id)?.answer(broken());
      await settled();
    }
  },
  'fail all but one': async (world, id) => {
    for (let times = 0; times < 4; times += 1) world.begin(id);
    await settled();
    for (let times = 0; times < 3; times += 1) world.live(id)?.answer(broken());
  },
  answer: (world, id) => world.live(id)?.answer({ kind: 'result', result: { content: [] } }),
  'answer with an error': (world, id) =>
    world.live(id)?.answer({ kind: 'error', code: -32_602, message: 'wrong' }),
  'fail a request': (world, id) => world.live(id)?.answer(broken()),
  'cancel the first': (world, id) => world.unfinished(id)[0]?.stop.abort(),
  'cancel all': (world, id) => {
    for (const call of world.unfinished(id)) call.stop.abort();
  },
  'finish the start': (world, id) => world.live(id)?.finishStart(),
  'fail the start': (world, id) => world.live(id)?.failStart(failure('refused', 'Refused.')),
  'miss a secret': (world, id) => world.live(id)?.failStart(failure('secret_missing', 'No key.')),
  say: (world, id) => world.live(id)?.say('installing'),
  crash: (world, id) => world.live(id)?.lose(failure('exited', 'It ended with code 1.')),
  'end the session': (world, id) =>
    world
      .live(id)
      ?.lose(failure('unavailable', 'Forgotten.', { params: { reason: 'session_ended' } })),
  'ask for a sign-in': (world, id) => world.live(id)?.lose(failure('auth_required', '401')),
  disable: (world, id) => world.register(id, { enabled: false }),
  enable: (world, id) => world.register(id, { enabled: true }),
  edit: (world, id) => world.register(id, { env: { A: `${world.time.now()}` } }),
  'disable and enable': (world, id) => {
    world.register(id, { enabled: false });
    world.register(id, { enabled: true });
  },
  remove: (world, id) => world.remove(id),
  'remove and add': (world, id) => {
    world.remove(id);
    world.register(id);
  },
  'keep running': (world, id) => world.register(id, { timeouts: { idle_s: 0 } }),
  'stop when idle': (world, id) => world.register(id, { timeouts: { idle_s: 5 } }),
  hold: (world, id) => world.lease(id, false),
  want: (world, id) => world.lease(id, true),
  release: (world, id) => world.release(id),
  follow: (world, id) => world.follow(id),
  unfollow: (world, id) => world.unfollow(id),
  disconnect: (world, id) => void world.supervisor.disconnect(id),
  'disconnect and call': (world, id) => {
    void world.supervisor.disconnect(id);
    world.begin(id);
  },
  'stop if unused': (world, id) => void world.supervisor.stopUnused(id),
  connect: (world, id) => void world.supervisor.connect(id),
};

const broken = (): Answer => ({
  kind: 'unknown',
  failure: failure('unavailable', 'The exchange failed.'),
});

/** Those without which nothing else happens come more often. */
const OFTEN = ['call', 'start and call', 'finish the start', 'answer'];
const commands = [
  ...[...Object.keys(steps), ...OFTEN, ...OFTEN].map((name) =>
    server.map((id) => new Step(`${name} ${id}`, (world) => steps[name]?.(world, id))),
  ),
  ...[100, 1_000, 6_000, 20_000, 70_000].map((ms) =>
    fc.constant(new Step(`${ms} ms`, (world) => world.pass(ms))),
  ),
];

const RUNS = 10_000;

test('10,000 interleavings: never an impossible state, never two processes, never a call without its one outcome', async () => {
  const seen = new Map<string, number>();
  let processes = 0;
  let calls = 0;
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 40, size: '+1' }), async (run) => {
      const world = new ModelWorld(SERVERS);
      await fc.asyncModelRun(() => ({ model: {}, real: world }), run);
      await world.end();
      processes += world.processes.length;
      calls += world.calls.length;
      for (const what of world.seen) seen.set(what, (seen.get(what) ?? 0) + 1);
    }),
    { numRuns: RUNS },
  );
  // They get to where it matters.
  expect(processes).toBeGreaterThan(2 * RUNS);
  expect(calls).toBeGreaterThan(2 * RUNS);
  for (const what of REACHED) expect(seen.get(what) ?? 0, what).toBeGreaterThan(RUNS / 500);
}, 120_000);

const REACHED = [
  ...['installing', 'ready', 'idle', 'exited', 'refused', 'secret_missing', 'auth_required'],
  ...['crash_loop', 'breaker_open', 'ready again', 'start while the last one ends'],
];
