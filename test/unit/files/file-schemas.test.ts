import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import * as schemas from '../../../src-main/file-schemas.ts';

/** A good and a bad example of each; what a file may hold is a promise to the people who edit it. */
const EXAMPLES: Record<keyof typeof schemas, { good: unknown; bad: unknown }> = {
  RegistryEntry: {
    good: {
      name: 'arXiv search',
      transport: 'stdio',
      command_argv: ['npx', '-y', 'arxiv-mcp@1.2.0'],
      env: { LOG_LEVEL: 'info' },
      env_keys: ['GITHUB_TOKEN'],
      auth: { kind: 'env_bearer', env_key: 'ARXIV_API_KEY' },
      tool_risk_overrides: { delete_paper: 'high' },
      timeouts: { start_s: 60 },
    },
    bad: { transport: 'carrier pigeon' },
  },
  SettingsFile: { good: { theme: 'dark', approvals: { expire_s: 60 } }, bad: { theme: 'purple' } },
  PolicyFile: {
    good: { version: 1, rules: [{ id: 'no-delete', effect: 'deny', tools: ['delete_*'] }] },
    bad: { version: 1, rules: [{ id: 'x', effect: 'perhaps' }] },
  },
  AgentFile: {
    good: { name: 'researcher', mcp: { online_tool: { notes: ['*'] } }, roots: ['~/papers'] },
    bad: { name: 'researcher', approval: { high: 'allow' } },
  },
  SkillFrontmatter: {
    good: { name: 'pdf-export', description: 'Makes PDFs', 'x-own': 1 },
    bad: { name: 'PDF Export', description: 'Makes PDFs' },
  },
  PromptSkillFile: {
    good: {
      name: 'cite',
      version: '1',
      description: 'Cites',
      prompt: 'Cite all.',
      requires: { tools: ['arxiv-search/search'] },
    },
    bad: { name: 'cite', version: '1', description: 'Cites', prompt: '' },
  },
  SkillIndexFile: {
    good: {
      version: 1,
      skills: {
        cite: { kind: 'prompt', enabled: true, hash: 'a'.repeat(64), source: { kind: 'user' } },
      },
    },
    bad: { version: 2 },
  },
  OwnerFile: {
    good: { kind: 'serve', pid: 7, start_time: '1', host: 'h', nonce: 'n', address: '/s' },
    bad: { kind: 'cat', pid: 7, start_time: '1', host: 'h', nonce: 'n', address: '/s' },
  },
  GrantRow: {
    good: {
      agent: 'you',
      client: null,
      server_id: 's',
      tool: 't',
      pin: 'p',
      risk: 'high',
      classifier_version: 1,
    },
    bad: {
      agent: 'you',
      client: null,
      server_id: 's',
      tool: 't',
      pin: 'p',
      risk: 'HIGH',
      classifier_version: 1,
    },
  },
  ConfirmationRow: { good: null, bad: { launch_hash: 1 } },
  AcceptedRow: { good: null, bad: { capabilities: ['teleport'] } },
  PinsRow: { good: null, bad: 'no object' },
  ProbeRow: { good: null, bad: { server_id: 1 } },
  CatalogRow: { good: null, bad: { server_id: 1 } },
  JournalRow: { good: null, bad: { seq: 'first' } },
};

const all = Object.entries(schemas) as [keyof typeof schemas, z.ZodType][];

describe('schemas of the files of a home', () => {
  test.each(all)('%s refuses what it must', (name, schema) => {
    expect(schema.safeParse(EXAMPLES[name].bad).success).toBe(false);
  });

  // Rows are written by us alone: that good ones are read again is shown where they are written.
  test.each(all.filter(([name]) => EXAMPLES[name].good !== null))(
    '%s takes what people write',
    (name, schema) => {
      const parsed = schema.safeParse(EXAMPLES[name].good);
      expect(parsed.error?.message ?? '').toBe('');
    },
  );
});
