import type { Paste } from '../../../src-preload/contract/index.ts';
import { FakeFailure } from './fake-bridge.ts';

const registration = (name: string, argv: string[]) => ({
  name,
  transport: 'stdio' as const,
  command_argv: argv,
  cwd: '',
  env: {},
  env_keys: [],
  url: '',
  auth: { kind: 'none' as const, env_key: '', header_name: '' },
  enabled: true,
  timeouts: {},
});

const blank = { secrets: [], placeholders: [], suggestions: [], not_imported: [] };

/** A command line becomes one candidate; text with a brace becomes a checklist with one of each kind. */
export function fakePaste(text: string): Paste {
  if (text.includes('broken'))
    throw new FakeFailure({
      code: 'bad_arguments',
      message:
        'The pasted JSON cannot be read (line 3, column 12): a comma or a closing brace was expected.',
      fix: 'Mend the text at this place and read it again.',
    });
  if (!text.includes('{')) {
    const argv = text.trim().split(/\s+/);
    return {
      format: 'command-line',
      candidates: [
        {
          ...blank,
          source_name: argv.at(-1) ?? 'server',
          id: 'pasted',
          registration: registration('pasted', argv),
          disabled_in_source: false,
        },
      ],
      rejected: [],
      duplicates: [],
    };
  }
  return {
    format: 'claude-desktop',
    duplicates: ['notes'],
    candidates: [
      {
        ...blank,
        source_name: 'GitHub',
        id: 'github',
        registration: {
          ...registration('GitHub', ['npx', '-y', '@modelcontextprotocol/server-github']),
          env: { LOG_LEVEL: 'debug' },
          env_keys: ['GITHUB_TOKEN'],
        },
        secrets: [
          {
            place: 'env',
            name: 'GITHUB_TOKEN',
            value: 'ghp_made_up_value',
            reason: 'The name says that it is a token.',
          },
        ],
        disabled_in_source: false,
      },
      {
        ...blank,
        source_name: 'fetch',
        id: 'fetch',
        registration: registration('fetch', ['uvx mcp-server-fetch --ignore-robots-txt']),
        suggestions: [
          {
            code: 'split_command',
            text: 'The command holds spaces. Split it into arguments?',
            argv: ['uvx', 'mcp-server-fetch', '--ignore-robots-txt'],
          },
        ],
        placeholders: ['WORKSPACE'],
        not_imported: ['autoApprove', 'alwaysAllow'],
        disabled_in_source: true,
      },
    ],
    rejected: [
      {
        source_name: 'shell',
        reason: 'Neither command nor url is given.',
        line: 14,
        column: 5,
      },
    ],
  };
}
