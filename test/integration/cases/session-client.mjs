// A client of the 2025 era in a process of its own, which a test can freeze: a session, its stream, and
// one call that waits for a person. It answers pings as long as it runs.
const [url, token, tool] = process.argv.slice(2);
const headers = {
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};
const post = (body) =>
  fetch(url, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', ...body }) });

const opened = await post({
  ...{ id: 1, method: 'initialize' },
  params: {
    ...{ protocolVersion: '2025-11-25', capabilities: {} },
    clientInfo: { name: 'freezing', version: '1' },
  },
});
await opened.text();
headers['mcp-session-id'] = opened.headers.get('mcp-session-id');
headers['mcp-protocol-version'] = '2025-11-25';
await post({ method: 'notifications/initialized' });
const stream = await fetch(url, { headers });
if (tool !== undefined)
  void post({ id: 2, method: 'tools/call', params: { name: tool, arguments: {} } }).catch(() => {});
console.log('ready');
const decoder = new TextDecoder();
let text = '';
for await (const chunk of stream.body) {
  text += decoder.decode(chunk, { stream: true });
  const lines = text.split('\n');
  text = lines.pop();
  for (const line of lines) {
    if (!line.startsWith('data: {')) continue;
    const { id, method } = JSON.parse(line.slice('data: '.length));
    if (method === 'ping') await post({ id, result: {} });
  }
}
console.log('its stream ended');
