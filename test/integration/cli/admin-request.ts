import { request } from 'node:http';
import { join } from 'node:path';
import { field, type GatehouseHome } from './gatehouse-home.ts';

/** One request to the owner's admin door, as any program of this user could send it. */
export function adminRequest(
  home: Pick<GatehouseHome, 'path'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        socketPath: join(home.path, 'state', 'admin.sock'),
        method,
        path: `/api/v1${path}`,
        headers: { 'content-type': 'application/json' },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => {
          try {
            resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
          } catch (error) {
            reject(error);
          }
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** A request that must be done; what it answers. */
export async function tell(
  home: GatehouseHome,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const answer = await adminRequest(home, method, path, body);
  if (answer.status !== 200)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Adds and confirms a stdio server at the owner's door, without a command's process for each step. */
export async function addAtTheDoor(
  home: GatehouseHome,
  id: string,
  registration: { readonly command_argv: readonly string[]; readonly timeouts?: object },
): Promise<void> {
  const draft = { transport: 'stdio', ...registration };
  const launch = await tell(home, 'POST', '/preview', { id, registration: draft });
  const confirm = field(launch, 'launch_hash');
  await tell(home, 'POST', '/mcp', { id, registration: draft, confirm });
}
