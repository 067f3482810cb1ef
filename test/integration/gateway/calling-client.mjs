// An AI client that makes one call and waits for its answer: url, token, tool, arguments.
const [url, token, name, args] = process.argv.slice(2);
await fetch(url, {
  method: 'POST',
  headers: {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  },
  body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`,
}).then((response) => response.text());
