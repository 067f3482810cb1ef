import { request } from 'node:http';
import { join } from 'node:path';
import type { GatehouseHome } from './gatehouse-home.ts';

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
