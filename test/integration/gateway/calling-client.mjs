// An AI client of the stateless era that makes one call and waits for its answer: url, token, tool, arguments.
const [url, token, name, args] = process.argv.slice(2);
const version = '2026-07-28';
const meta = JSON.stringify({
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientCapabilities': {},
});
await fetch(url, {
  method: 'POST',
  headers: {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': version,
    'mcp-method': 'tools/call',
    'mcp-name': name,
  },
  body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args},"_meta":${meta}}}`,
}).then((response) => response.text());
