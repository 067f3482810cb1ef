// A process of the lock race: adds its entries to a JSON file one by one and says so on stdout.
import { replaceFile } from '../../../src-main/kernel/atomic-write-file.ts';
import { withFileLock } from '../../../src-main/kernel/file-lock-file.ts';
import { readTextFile } from '../../../src-main/kernel/read-text-file.ts';
import { fail, ok, type Result } from '../../../src-main/kernel/result.ts';

const [file = '', writer = '', first = '0', count = '0'] = process.argv.slice(2);

async function add(entry: string): Promise<Result<unknown>> {
  const done = await withFileLock(file, { wait_ms: 60_000 }, async (lock) => {
    const before = await readTextFile(file, { max_bytes: 10_000_000 });
    if (!before.ok) return before;
    const content: Record<string, true> = JSON.parse(before.value?.text ?? '{}');
    content[entry] = true;
    return replaceFile({
      path: file,
      content: JSON.stringify(content),
      expect: before.value === null ? { absent: true } : { sha256: before.value.sha256 },
      before_rename: async () =>
        (await lock.stillMine()) ? ok() : fail('file_locked', 'The lock was lost.'),
    });
  });
  return done.ok ? done.value : done;
}

for (let at = Number(first); at < Number(count); at += 1) {
  const done = await add(`${writer}-${at}`);
  if (!done.ok) {
    process.stderr.write(`${done.failure.message}\n`);
    process.exit(1);
  }
  process.stdout.write(`${at}\n`);
}
