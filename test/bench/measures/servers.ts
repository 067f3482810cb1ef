import { setTimeout as sleep } from 'node:timers/promises';
import type { Door } from '../client.ts';
import { type Figure, figuresOf, type Outcomes, type Unit } from '../figures.ts';
import { Fleet, type Started } from '../fleet.ts';
import { interleaved } from '../rounds.ts';
import type { ServerSpec, Setup, Subject } from '../subjects/subject.ts';
import { completeList, expectedTools } from './complete-list.ts';
import { memoryOf } from './memory-of.ts';
import type { BenchContext, Section } from './section.ts';

interface Case {
  readonly name: string;
  readonly servers: readonly ServerSpec[];
  /** Rounds in the full run for those that start every server: they need minutes of all cores. */
  readonly peerRounds: number;
  /** Part of the quick run too. */
  readonly quick: boolean;
  readonly memory: boolean;
}

const ids = (count: number): ServerSpec[] =>
  Array.from({ length: count }, (_, n) => ({ id: `s${n}`, args: ['--tools=8'] }));
const hung = (count: number): ServerSpec[] =>
  ids(count).map((one, n) => (n === 7 ? { ...one, args: [...one.args, '--hang'] } : one));

const CASES: readonly Case[] = [
  { name: '0 servers', servers: [], peerRounds: 3, quick: true, memory: true },
  { name: '1 server', servers: ids(1), peerRounds: 7, quick: false, memory: false },
  { name: '10 servers', servers: ids(10), peerRounds: 3, quick: false, memory: true },
  { name: '50 servers', servers: ids(50), peerRounds: 3, quick: true, memory: true },
  { name: '50, one hung', servers: hung(50), peerRounds: 3, quick: true, memory: false },
  { name: '100 servers', servers: ids(100), peerRounds: 1, quick: false, memory: false },
];
const LIMIT_MS = { full: 45_000, quick: 10_000 };

const FIRST_LIST =
  'The product is started anew in each round, on servers of ten tools each that it knows from its configuration; connections are opened and lists fetched until the tools of all servers that answer are there.';

/** Each case starts every product alone, anew in each round, and ends it. */
export const servers: Section = {
  id: 'servers',
  tables: [
    {
      ...{ id: 'ready', title: 'First complete tools/list, from ready' },
      method: `${FIRST_LIST} Counted from when its port takes connections (with a process for each server: when the last does).`,
    },
    {
      ...{ id: 'spawn', title: 'First complete tools/list, from the start of the process' },
      method: `${FIRST_LIST} Counted from when its process is started.`,
    },
    {
      ...{ id: 'memory', title: 'Resident memory' },
      method:
        'The product and all its descendants, one client connected that has listed everything, two seconds later. RSS counts shared pages for each process, PSS divides them. In use: after one call to each of the 50 servers.',
    },
    {
      ...{ id: 'wide', title: 'tools/list of 50 servers' },
      method: 'Of 50 servers with 500 tools together, on the open connections: all lists, at once.',
    },
  ],
  run: async (context) => {
    const figures: Figure[] = [];
    for (const one of CASES.filter(({ quick }) => quick || !context.quick)) {
      const cases = await runCase(one, context);
      context.say(`${one.name}: done`);
      figures.push(...cases);
    }
    return figures;
  },
};

type Row = Readonly<Record<string, number>>;

async function runCase(one: Case, { subjects, quick, rounds, say }: BenchContext) {
  const fleet = new Fleet();
  const setups = new Map<string, Setup>();
  try {
    const variants = subjects.filter(({ kind }) => kind === 'variant').map(({ id }) => id);
    const taking = subjects.filter(
      ({ id, kind, perServer }) =>
        id !== 'direct-again' &&
        // With a process for each server, none are none, and fifty are too much for a quick run.
        !(perServer && (one.servers.length === 0 || (quick && one.servers.length > 10))) &&
        !(kind === 'variant' && one.servers.length === 0),
    );
    const outcomes = await interleaved(
      taking,
      { rounds, limit_ms: 240_000 },
      async (subject, round): Promise<Row> => {
        if (startsAll(subject) && round >= (quick ? 1 : one.peerRounds)) return {};
        const setup = setups.get(subject.id) ?? (await fleet.prepare(subject, one.servers));
        setups.set(subject.id, setup);
        const row = await startAndMeasure(fleet, subject, setup, one, quick);
        const numbers = Object.entries(row).map(([what, value]) => `${what}: ${value.toFixed(0)}`);
        say(`${one.name}, round ${round + 1}, ${subject.id}: ${numbers.join(', ')}`);
        return row;
      },
    );
    const whole = without(variants, outcomes);
    return [
      ...(one.servers.length === 0
        ? []
        : [
            ...figuresOf('ready', { [one.name]: 'ms' }, outcomes),
            ...figuresOf('spawn', { [SPAWN]: 'ms' }, outcomes).map((figure) => ({
              ...figure,
              column: one.name,
            })),
          ]),
      ...(one.memory ? figuresOf('memory', memoryColumns(one), whole).map(explained) : []),
      ...(one.name === '50 servers' ? figuresOf('wide', { list: 'ms' }, whole) : []),
    ];
  } finally {
    await fleet.close();
  }
}

function without<T>(ids: readonly string[], { values, problems }: Outcomes<T>): Outcomes<T> {
  const kept = <V>(map: Map<string, V>) => new Map([...map].filter(([id]) => !ids.includes(id)));
  return { values: kept(values), problems: kept(problems) };
}

const SPAWN = 'from its start';
const IN_USE = '50 in use, RSS';
/** Everybody but Gatehouse has all servers running before the first call. */
const startsAll = ({ kind }: Subject): boolean => kind !== 'gatehouse';
const explained = (figure: Figure): Figure =>
  figure.column === IN_USE && figure.rounds.every(Number.isNaN)
    ? { ...figure, rounds: [], says: 'as idle: all run already' }
    : figure;

const memoryColumns = ({ name }: Case): Record<string, Unit> => ({
  [`${name}, RSS`]: 'MB',
  [`${name}, PSS`]: 'MB',
  ...(name === '50 servers' ? { processes: '', [IN_USE]: 'MB' } : {}),
});

async function startAndMeasure(
  fleet: Fleet,
  subject: Subject,
  setup: Setup,
  one: Case,
  quick: boolean,
): Promise<Row> {
  const started = await fleet.start(subject, setup, 120_000);
  try {
    const { running } = started;
    const limit = quick ? LIMIT_MS.quick : LIMIT_MS.full;
    const { at, doors } = await completeList(running, expectedTools(one.servers), limit);
    try {
      const times = { [one.name]: at - running.ready, [SPAWN]: at - running.spawned };
      if (!one.memory) return times;
      await sleep(2_000);
      const roots = running.roots.length > 0 ? running.roots : fleet.servers();
      const { rss, pss, processes } = memoryOf(roots);
      const idle = { [`${one.name}, RSS`]: rss, [`${one.name}, PSS`]: pss, processes };
      if (one.name !== '50 servers') return { ...times, ...idle };
      const began = performance.now();
      await Promise.all(doors.map((door) => door.tools()));
      const list = performance.now() - began;
      if (startsAll(subject)) return { ...times, ...idle, list };
      return { ...times, ...idle, list, [IN_USE]: await inUse(started, doors) };
    } finally {
      await Promise.all(doors.map((door) => door.close()));
    }
  } finally {
    await fleet.stop(started);
    fleet.endServers();
  }
}

/** Gatehouse's memory once every server has been called on the open connection. */
async function inUse({ running, setup }: Started, [door]: readonly Door[]): Promise<number> {
  await Promise.all(setup.servers.map(({ id }) => door?.call(`${id}__echo`, {})));
  await sleep(2_000);
  return memoryOf(running.roots).rss;
}
