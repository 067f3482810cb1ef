import type { Status } from '../../src-preload/contract/index.ts';
import { table } from './table.ts';

/** Where clients connect to, or why they cannot. */
export const gatewayWords = ({ state, address, failure, clients }: Status['gateway']): string =>
  state === 'listening'
    ? `${address} (${clients} ${clients === 1 ? 'client has a token' : 'clients have a token'})`
    : failure === null
      ? 'does not listen: it does while the app is open or `gatehouse serve` runs'
      : [failure.message, failure.fix ?? ''].join(' ').trim();

/** What `serve` says when it is ready: the state, and what one types next. */
export const serveText = (status: Status, address: string, approverCode: string | null): string =>
  [
    `Gatehouse ${status.version} owns this home without a window.`,
    table([
      ['  home', status.home],
      ['  admin door', address],
      ['  gateway', gatewayWords(status.gateway)],
      [
        '  servers',
        `${status.servers.total} (${status.servers.needs_you} need you, ${status.servers.failing} failing)`,
      ],
      ['  secrets', `${status.secret_store.kind}: ${status.secret_store.reason}`],
      ['  integrity', status.integrity_key],
      ...(approverCode === null ? [] : [['  approver code', approverCode]]),
    ]),
    '',
    'In another terminal (in the repository: npm run -s gatehouse -- …):',
    '  gatehouse server add files -- npx -y @modelcontextprotocol/server-filesystem@2026.8.31 ~/Documents',
    '      (shows the launch and its hash; the same again with --confirm <hash> before the -- adds it)',
    '  gatehouse probe files',
    '  gatehouse tools files',
    '  gatehouse call files list_directory --args \'{"path": "…"}\'',
    '  gatehouse approvals list',
    '  gatehouse agent allow default files',
    '  gatehouse agent token default',
    '',
    'Stop it with Ctrl+C.',
  ].join('\n');
