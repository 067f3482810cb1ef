// Started by concurrent-writes.test.ts: adds servers to a registry one by one, as fast as it may, and
// prints each id once its write is acknowledged. Arguments: home, first letter of the ids, from, to.
import { homePaths } from '../../../src-main/kernel/home-paths.ts';
import { addEntry } from '../../../src-main/registry/edit-registry-text.ts';
import { Registration } from '../../../src-main/registry/registration.ts';
import { withRegistryFile } from '../../../src-main/registry/registry-file.ts';

const [home = '', letter = '', from = '', to = ''] = process.argv.slice(2);
const server = Registration.parse({ transport: 'stdio', command_argv: ['npx', 'x'] });

for (let index = Number(from); index < Number(to); index += 1) {
  const id = `${letter}${index}`;
  const written = await withRegistryFile(homePaths(home), async ({ text, parsed, write }) =>
    // After a kill the last write may be there although nobody acknowledged it.
    parsed.entries.has(id) ? { ok: true, value: undefined } : write(addEntry(text, id, server)),
  );
  process.stdout.write(written.ok ? `${id}\n` : `failed ${written.failure.message}\n`);
}
