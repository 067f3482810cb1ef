import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { type PackageShape, serverFile, TestRegistry } from '../../fixtures/registry/registry.ts';
import { field, GatehouseHome, list } from '../cli/gatehouse-home.ts';

/** A fresh home, a registry of its own, and a person whose npm is told to use that. */
export async function packageHome() {
  const registry = new TestRegistry();
  await registry.start();
  const person = tempFolder();
  // What npx sets for the tests themselves is nothing of this person's.
  const own = Object.keys(process.env).filter((name) => /^npm_/i.test(name));
  const home = new GatehouseHome({
    ...Object.fromEntries(own.map((name) => [name, undefined])),
    ...{ HOME: person, SHELL: '' },
  });
  writeFileSync(
    join(person, '.npmrc'),
    `registry=${registry.url}\ncache=${join(person, 'npm-cache')}\nfetch-retries=0\n`,
  );
  onTestFinished(async () => {
    await home.close();
    await registry.stop();
  });
  return { registry, home, person };
}

export type PackageHome = Awaited<ReturnType<typeof packageHome>>;

/** A package that is a whole server. */
export const serverPackage = (
  name: string,
  version: string,
  more: Partial<PackageShape> & { readonly extra?: string } = {},
): PackageShape => {
  const { extra = '', files = {}, ...rest } = more;
  return {
    ...{ name, version, bin: 'server.mjs' },
    files: { 'server.mjs': serverFile(version, extra), ...files },
    ...rest,
  };
};

export interface Told {
  readonly version: string;
  readonly args: string[];
  readonly pid: number;
  readonly parent: number;
  readonly path: string;
}

/** The text that a tool answered with, parsed. */
export function toldOf(output: unknown): Told {
  const [first] = list(field(output, 'content'));
  return JSON.parse(String(field(first, 'text')));
}

/** Command lines of every live process that carries this word, by pid. */
export function commandLines(word: string): Map<number, string> {
  const found = new Map<number, string>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const line = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      if (line.includes(word)) found.set(Number(name), line);
    } catch {
      // It has ended while we looked.
    }
  }
  return found;
}
