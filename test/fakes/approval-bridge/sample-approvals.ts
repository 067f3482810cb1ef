import type { Approval } from '../../../src-preload/contract/index.ts';

const notes = Array.from(
  { length: 60 },
  (_, line) => `## Section ${line + 1}\nThe second reviewer asks for a table of results.`,
).join('\n');

/** A question as the owner would put it; expires in `seconds`. */
export function sampleApproval(
  number: number,
  changes: Partial<Approval> = {},
  seconds = 240,
): Approval {
  const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const now = Date.now() + number;
  return {
    id,
    call_id: id,
    agent: 'researcher',
    client: 'claude-desktop-1f2e3d4c',
    client_label: 'Claude Desktop',
    detached: false,
    server_id: 'files',
    server_name: 'Files',
    tool: 'write_file',
    title: 'Write file',
    arguments: {
      content: notes,
      path: '~/papers/notes.md',
      options: { create: true, mode: '0644', tags: ['draft', 'q3'] },
      overwrite: true,
    },
    argument_hash: 'a'.repeat(64),
    risk: 'high',
    reasons: [
      {
        code: 'overwrite',
        params: { word: 'write' },
        text: 'It may overwrite something: “write” in the name.',
        from: 'name',
      },
      {
        code: 'overwrite',
        params: { word: 'overwrite', parameter: 'overwrite' },
        text: 'It may overwrite something: “overwrite” in a parameter.',
        from: 'parameter',
      },
      {
        code: 'destructive_hint',
        params: {},
        text: 'The server itself calls it destructive.',
        from: 'annotation',
      },
    ],
    because: 'risk high',
    asked_at: new Date(now - 12_000).toISOString(),
    expires_at: new Date(now + seconds * 1000).toISOString(),
    ...changes,
  };
}

/** What hides: a reversed file name, a zero-width space, markup that must not be rendered. */
export const hostileApproval = (number: number): Approval =>
  sampleApproval(number, {
    tool: 'send_me\u200Bssage',
    server_name: 'Mail <b>trusted</b>',
    title: null,
    client: null,
    agent: 'cody',
    arguments: {
      to: 'boss@example.com',
      attachment: 'invoice\u202Efdp.exe',
      body: '<img src=x onerror=alert(1)> [click](javascript:alert(1))',
      nested: { deep: { deeper: [1, 2, { deepest: null }] } },
    },
    because: 'rule no-mail-after-six',
  });
