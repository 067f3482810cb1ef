// The floor of the HTTP hop: hands JSON-RPC from HTTP to one stdio server and back, and does nothing else.
// Usage: node relay.mjs PORT COMMAND ARGUMENTS…
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const [port, command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
const waiting = new Map();
let last = 0;

createInterface({ input: child.stdout }).on('line', (line) => {
  const message = JSON.parse(line);
  const { response, id } = waiting.get(message.id) ?? {};
  if (response === undefined) return;
  waiting.delete(message.id);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ ...message, id }));
});

const server = createServer((request, response) => {
  if (request.method !== 'POST') return void response.writeHead(405).end();
  let body = '';
  request.setEncoding('utf8').on('data', (text) => {
    body += text;
  });
  request.on('end', () => {
    const message = JSON.parse(body);
    if (message.id === undefined) {
      child.stdin.write(`${body}\n`);
      return void response.writeHead(202).end();
    }
    last += 1;
    waiting.set(last, { response, id: message.id });
    child.stdin.write(`${JSON.stringify({ ...message, id: last })}\n`);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(Number(port), '127.0.0.1');
child.on('exit', () => process.exit());
