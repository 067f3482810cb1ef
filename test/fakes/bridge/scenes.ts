import type { Page } from 'playwright-core';

/** A state of the window worth looking at. */
export interface Scene {
  readonly name: string;
  readonly route: string;
  readonly world?: 'full' | 'empty' | 'broken';
  readonly gateway?: 'failed';
  /** Without a keychain on this machine. */
  readonly keychain?: 'none';
  readonly width?: number;
  readonly steps?: (page: Page) => Promise<void>;
}

const button = (page: Page, name: RegExp) => page.getByRole('button', { name }).first();
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name }).first();

const addByForm = async (page: Page) => {
  await button(page, /Add server|添加服务器/).click();
  await page.getByLabel(/^Name$|^名称$/).fill('My server');
  await page
    .getByLabel(/Paste a command line|粘贴命令行/)
    .fill('npx -y @modelcontextprotocol/server-everything --flag');
  await button(page, /Split|拆分/).click();
  await page.waitForTimeout(200);
};

const openFiles = async (page: Page) => {
  await button(page, /(Show the tools of|展开) Files/).click();
  await page.waitForTimeout(200);
};

const makeToken = async (page: Page) => {
  await button(page, /Connect a client|连接客户端/).click();
  await page.getByLabel(/Name of the client|客户端名称/).fill('Claude Desktop');
  await button(page, /Make the token|创建令牌/).click();
  await page.waitForTimeout(400);
};

export const scenes: readonly Scene[] = [
  { name: 'mcp', route: '/mcp' },
  { name: 'mcp-640', route: '/mcp', width: 640 },
  { name: 'mcp-empty', route: '/mcp', world: 'empty' },
  { name: 'mcp-broken', route: '/mcp', world: 'broken' },
  { name: 'add-form', route: '/mcp', steps: addByForm },
  { name: 'add-form-640', route: '/mcp', width: 640, steps: addByForm },
  {
    name: 'add-review',
    route: '/mcp',
    steps: async (page) => {
      await addByForm(page);
      await button(page, /Review the command|查看命令/).click();
      await page.waitForTimeout(300);
    },
  },
  {
    name: 'add-faults',
    route: '/mcp',
    steps: async (page) => {
      await button(page, /Add server|添加服务器/).click();
      await button(page, /Review the command|查看命令/).click();
    },
  },
  {
    name: 'add-paste',
    route: '/mcp',
    steps: async (page) => {
      await button(page, /^Paste$|^粘贴$/).click();
      await page.getByLabel(/Configuration|配置、/).fill('{"mcpServers": {}}');
      await button(page, /^Read$|^解析$/).click();
      await page.waitForTimeout(300);
    },
  },
  {
    name: 'add-paste-broken',
    route: '/mcp',
    steps: async (page) => {
      await button(page, /^Paste$|^粘贴$/).click();
      await page.getByLabel(/Configuration|配置、/).fill('{"mcpServers":\n broken\n'.repeat(30));
      await button(page, /^Read$|^解析$/).click();
      await page.waitForTimeout(300);
    },
  },
  {
    name: 'confirm',
    route: '/mcp',
    steps: async (page) => {
      await button(page, /See what changed|查看改动/).click();
      await page.waitForTimeout(300);
    },
  },
  {
    name: 'secret',
    route: '/mcp',
    steps: async (page) => {
      await button(page, /Set secret|设置密钥/).click();
    },
  },
  {
    name: 'starter',
    route: '/mcp',
    world: 'empty',
    steps: async (page) => {
      await button(page, /Choose a folder|选择文件夹/).click();
      await page.waitForTimeout(400);
    },
  },
  {
    name: 'starter-typed',
    route: '/mcp',
    world: 'empty',
    steps: async (page) => {
      await page.getByLabel(/or type a path|或输入路径/).fill('papers');
      await button(page, /Use this path|使用此路径/).click();
      await page.waitForTimeout(200);
    },
  },
  { name: 'starter-640', route: '/mcp', world: 'empty', width: 640 },
  {
    name: 'confirm-secret',
    route: '/mcp',
    steps: async (page) => {
      await button(page, /(Review and confirm|查看并确认).*Postgres/).click();
      await page.waitForTimeout(300);
    },
  },
  { name: 'detail-tools', route: '/mcp/files' },
  { name: 'detail-tool', route: '/mcp/files/tools/write_file' },
  { name: 'detail-tool-changed', route: '/mcp/memory/tools/write_file' },
  {
    name: 'detail-try',
    route: '/mcp/files/tools/write_file',
    steps: (page) => tab(page, /Try it|试用/).click(),
  },
  {
    name: 'detail-reasons',
    route: '/mcp/memory',
    steps: (page) => page.locator('td button').first().click(),
  },
  { name: 'detail-many', route: '/mcp/a-very-long-identifier-that-somebody-gave-it' },
  { name: 'detail-failing', route: '/mcp/github' },
  { name: 'detail-640', route: '/mcp/files', width: 640 },
  {
    name: 'detail-resources',
    route: '/mcp/files/resources',
    steps: async (page) => {
      await button(page, /notes\.md/).click();
      await page.waitForTimeout(200);
    },
  },
  {
    name: 'detail-prompts',
    route: '/mcp/files/prompts',
    steps: async (page) => {
      await page.getByLabel('paper').fill('2401.1');
      await button(page, /^Get|^获取/).click();
      await page.waitForTimeout(200);
    },
  },
  { name: 'detail-log', route: '/mcp/files/log' },
  { name: 'detail-settings', route: '/mcp/notes/settings' },
  {
    name: 'detail-remove',
    route: '/mcp/files/settings',
    steps: (page) => button(page, /^Remove server|^移除服务器/).click(),
  },
  {
    name: 'detail-probing',
    route: '/mcp/files',
    steps: (page) => button(page, /^Test$|^测试$/).click(),
  },
  {
    name: 'detail-held',
    route: '/mcp/memory',
    steps: async (page) => {
      await button(page, /held tools|个暂扣的工具/).click();
      await page.waitForTimeout(200);
    },
  },
  { name: 'detail-gone', route: '/mcp/nobody' },
  { name: 'agents', route: '/agents', width: 640 },
  { name: 'agent-nothing', route: '/agents', world: 'empty' },
  { name: 'agent-default', route: '/agents/default' },
  { name: 'agent-tools', route: '/agents/researcher', steps: openFiles },
  { name: 'agent-tools-640', route: '/agents/researcher', width: 640, steps: openFiles },
  {
    name: 'agent-search',
    route: '/agents/researcher',
    steps: (page) =>
      page.getByLabel(/Search servers and tools|搜索服务器和工具/).fill('write_file'),
  },
  { name: 'agent-you', route: '/agents/you' },
  { name: 'agent-broken', route: '/agents/broken' },
  { name: 'agent-everything', route: '/agents/everything' },
  { name: 'agent-clients', route: '/agents/researcher/clients' },
  { name: 'agent-clients-640', route: '/agents/researcher/clients', width: 640 },
  { name: 'agent-clients-none', route: '/agents/default/clients' },
  { name: 'agent-settings', route: '/agents/researcher/settings' },
  {
    name: 'agent-remove',
    route: '/agents/researcher/settings',
    steps: async (page) => {
      await button(page, /^Remove agent|^移除智能体/).click();
      await page.waitForTimeout(200);
    },
  },
  {
    name: 'agent-new',
    route: '/agents',
    steps: async (page) => {
      await button(page, /New agent|新建智能体/).click();
      await page.waitForTimeout(200);
    },
  },
  {
    name: 'agent-connect',
    route: '/agents/researcher',
    gateway: 'failed',
    steps: async (page) => {
      await button(page, /Connect a client|连接客户端/).click();
      await button(page, /^Advanced|^高级/).click();
      await page.waitForTimeout(300);
    },
  },
  { name: 'agent-token', route: '/agents/researcher', steps: makeToken },
  { name: 'agent-token-640', route: '/agents/researcher', width: 640, steps: makeToken },
  { name: 'trust', route: '/trust' },
  { name: 'trust-none', route: '/trust', world: 'empty' },
  { name: 'approvals', route: '/approvals' },
  { name: 'journal', route: '/journal' },
  { name: 'settings', route: '/settings' },
  {
    name: 'gateway-failed',
    route: '/mcp',
    gateway: 'failed',
    steps: async (page) => {
      await page.locator('a[href="#/settings/gateway"]').click();
      await page.waitForTimeout(300);
    },
  },
  { name: 'gateway-640', route: '/mcp', gateway: 'failed', width: 640 },
  {
    name: 'keyless-settings',
    route: '/mcp',
    world: 'empty',
    keychain: 'none',
    steps: async (page) => {
      await page.locator('a[href="#/settings/secrets"]').click();
      await page.waitForTimeout(300);
    },
  },
  {
    name: 'keyless-secret',
    route: '/mcp',
    keychain: 'none',
    steps: async (page) => {
      await button(page, /Set secret|设置密钥/).click();
      await page.getByLabel('ARXIV_API_KEY').fill('made up');
      await button(page, /^Save$|^保存$/).click();
      await page.waitForTimeout(300);
    },
  },
  {
    name: 'keyless-paste',
    route: '/mcp',
    world: 'empty',
    keychain: 'none',
    steps: async (page) => {
      await button(page, /^Paste$|^粘贴$/).click();
      await page.getByLabel(/Configuration|配置、/).fill('{"mcpServers": {}}');
      await button(page, /^Read$|^解析$/).click();
      await button(page, /^Add 1 server|^添加 1 个服务器/).click();
      await page.waitForTimeout(300);
    },
  },
  {
    name: 'palette',
    route: '/mcp',
    steps: async (page) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('git');
    },
  },
];
