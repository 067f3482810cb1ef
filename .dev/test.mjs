// npm test [-- --long | --bench] [test files…]: installs and runs every check.
// npm run bench [-- --quick] [--write] [sections or test files…]: the benchmarks (lib/bench.mjs).
import { benchFlag, compare, isSection } from './lib/bench.mjs';
import { build } from './lib/build.mjs';
import { install, installPeers } from './lib/install.mjs';
import { at, node24, tool } from './lib/places.mjs';
import { run, stopWithChildren } from './lib/run.mjs';
import { createSteps } from './lib/steps.mjs';
import { ensureSystemPackages, forTests } from './lib/system-packages.mjs';
import { add, runVitest } from './lib/vitest.mjs';

const say = (text) => console.log(text);
const args = process.argv.slice(2);
const flags = args.filter((arg) => arg.startsWith('--'));
const words = args.filter((arg) => !arg.startsWith('--'));
const long = flags.includes('--long');
const bench = flags.includes('--bench');
const sections = bench ? words.filter(isSection) : [];
const files = words.filter((word) => !sections.includes(word));
const hour = 3600;

async function expectSuccess(command, commandArgs, limitS = 300) {
  const code = await run(command, commandArgs, { limitS });
  if (code !== 0) throw new Error(code === 124 ? `no end after ${limitS} s` : `exit code ${code}`);
}

/** The real clients and servers, for a run that may meet them. */
const meetsPeers =
  !bench &&
  (files.length === 0 || files.some((file) => /peers|conformance|integration\/?$/.test(file)));

/** Starts early and beside the other steps: a native module is compiled, for half a minute. */
async function peersReady() {
  const started = performance.now();
  try {
    const done = await installPeers();
    return { seconds: done ? (performance.now() - started) / 1000 : 0 };
  } catch (error) {
    return { error };
  }
}

/** Runs a project; its counts, also when some tests failed. */
async function suite(steps, project, keyring) {
  let counts = { passed: 0, failed: 0, skipped: 0 };
  await steps.step(`tests: ${project}`, async () => {
    const env = { GATEHOUSE_TEST_SCALE: long ? '1' : '0.01', NODE_OPTIONS: '' };
    const limitS = long || bench ? 6 * hour : 2400;
    const result = await runVitest(project, { files, env, limitS, keyring });
    counts = result;
    if (result.code === 124) throw new Error(`no end after ${limitS} s`);
    if (result.code !== 0) throw new Error(`${result.failed} failed`);
  });
  return counts;
}

async function main() {
  const known = (flag) => flag === '--long' || flag === '--bench' || (bench && benchFlag(flag));
  const unknown = flags.filter((flag) => !known(flag));
  if (unknown.length > 0) {
    console.error(
      `Unknown: ${unknown.join(' ')}. Use: npm test [-- --long] [files…], or npm run bench [-- --quick] [--write] [sections…]`,
    );
    process.exit(2);
  }
  const steps = createSteps(say);
  let counts = { passed: 0, failed: 0, skipped: 0 };
  await steps.step('packages', () => install());
  if (!steps.failed()) {
    await steps.step('system packages', () => ensureSystemPackages(forTests, say));
  }
  if (!steps.failed()) {
    const peers = meetsPeers ? peersReady() : undefined;
    await checks(steps);
    const built = await steps.step('build', async () => {
      await build();
      return true;
    });
    const suites = bench ? ['bench'] : ['unit', 'integration', 'e2e'];
    const projects = sections.length > 0 ? [] : suites;
    for (const project of built ? projects : []) {
      if (project === 'integration' && peers) await waitForPeers(steps, peers);
      const keyring = process.platform === 'linux' && project !== 'unit';
      counts = add(counts, await suite(steps, project, keyring));
    }
    if (built && bench && files.length === 0) {
      await compare(steps, [...flags.filter(benchFlag), ...sections]);
    }
  }
  const seen = counts.passed + counts.failed + counts.skipped;
  if (seen === 0 && sections.length === 0 && !steps.failed()) {
    await steps.step('tests found', () => {
      throw new Error(files.length > 0 ? `no test file matches ${files.join(' ')}` : 'none');
    });
  }
  steps.print();
  say(`tests: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  process.exitCode = steps.failed() || counts.failed > 0 ? 1 : 0;
}

async function waitForPeers(steps, peers) {
  await steps.step('peer packages', async () => {
    const { error, seconds } = await peers;
    if (error) throw error;
    if (seconds > 0) say(`installed beside the other steps in ${seconds.toFixed(1)} s`);
  });
}

/** Style and types; a failure is reported, and the tests still run. */
async function checks(steps) {
  if (bench) return;
  const biome = at('node_modules', '@biomejs', 'biome', 'bin', 'biome');
  await steps.step('style', () => expectSuccess(node24, [biome, 'check', '.']));
  const [node, tsc] = tool('typescript', 'bin', 'tsc');
  await steps.step('types', () => expectSuccess(node, [tsc, '--noEmit']));
}

stopWithChildren();
await main();
