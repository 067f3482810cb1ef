import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tempFolder } from '../../fakes/temp-folder.ts';

const run = promisify(execFile);
const here = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url));
const Answers = z.record(z.string(), z.unknown());

/** `npm test` sets it where dbus and gnome-keyring are installed; a machine may have neither. */
const hasSecretService = process.env['GATEHOUSE_TEST_SECRET_SERVICE'] === '1';

function homes(): [string, string] {
  const folder = tempFolder();
  const made = [join(folder, 'a'), join(folder, 'b')] as const;
  for (const home of made) mkdirSync(home);
  return [...made];
}

async function probe(session: 'unlocked' | 'locked'): Promise<Record<string, unknown>> {
  const command = [process.execPath, here('keychain-probe.ts'), ...homes()];
  const { stdout } = await run(here('keychain-session.sh'), [session, ...command]);
  return Answers.parse(JSON.parse(stdout));
}

describe('the keychain of this machine', () => {
  it.runIf(process.platform === 'linux')(
    'that is not there is said plainly, with what to do, and nothing is thrown',
    async () => {
      const env: Record<string, string> = { PATH: process.env['PATH'] ?? '', HOME: tempFolder() };
      const args = [here('keychain-probe.ts'), ...homes()];
      const { stdout } = await run(process.execPath, args, { env });
      const answers = Answers.parse(JSON.parse(stdout));
      expect(answers['state']).toMatchObject({ available: false });
      const unavailable = {
        ok: false,
        failure: { code: 'keychain_unavailable', fix: expect.any(String) },
      };
      expect(answers['set']).toMatchObject(unavailable);
      expect(answers['names']).toMatchObject(unavailable);
    },
  );

  it.runIf(hasSecretService)('keeps secrets apart by home and leaves no probe behind', async () => {
    expect(await probe('unlocked')).toEqual({
      state: { available: true, reason: 'The keychain works.' },
      set: { ok: true },
      same: true,
      none: { ok: true, value: null },
      names: { ok: true, value: ['TOKEN'] },
      elsewhere: { ok: true, value: [] },
      removed: { ok: true, value: true },
      again: { ok: true, value: false },
      left: { ok: true, value: [] },
    });
  });

  it.runIf(hasSecretService)('that is locked never says that a secret is not set', async () => {
    const answers = await probe('locked');
    expect(answers['state']).toMatchObject({ available: false });
    expect(answers['set']).toMatchObject({ failure: { code: 'keychain_unavailable' } });
    expect(answers['none']).toMatchObject({ failure: { code: 'keychain_unavailable' } });
  });
});
