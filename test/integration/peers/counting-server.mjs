// Leaves a line in the file of --notes for whatever runs: `plain <tag>`, `careful <tag>`, `begin slow
// <tag>` and then `cancelled slow <tag>`. Both eras; `--legacy` leaves the newer one out.
import { appendFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';

const file = process.argv.find((word) => word.startsWith('--notes='))?.slice('--notes='.length);
const note = (words) => file && appendFileSync(file, `${words}\n`);
const text = (words) => ({ content: [{ type: 'text', text: words }] });
const inputSchema = z.object({ tag: z.string() });

function createServer() {
  const server = new McpServer({ name: 'counting', version: '1.0.0' });
  for (const name of ['plain', 'careful'])
    server.registerTool(name, { description: `Does it: ${name}`, inputSchema }, ({ tag }) => {
      note(`${name} ${tag}`);
      return text(`${name} ${tag}`);
    });
  server.registerTool(
    'slow',
    { description: 'Works until it is cancelled', inputSchema },
    async ({ tag }, ctx) => {
      note(`begin slow ${tag}`);
      const { signal } = ctx.mcpReq;
      if (!signal.aborted)
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      note(`cancelled slow ${tag}`);
      return text('cancelled');
    },
  );
  server.registerPrompt('greet', { description: 'A greeting' }, () => ({
    messages: [{ role: 'user', content: { type: 'text', text: 'Say hello.' } }],
  }));
  server.registerResource('about', 'counting://about', { mimeType: 'text/plain' }, (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'It counts.' }],
  }));
  return server;
}

if (process.argv.includes('--legacy')) await createServer().connect(new StdioServerTransport());
else serveStdio(createServer);
