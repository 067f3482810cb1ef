import type { Change, Failure, Server } from '../../../src-preload/contract/index.ts';

interface Shape {
  readonly argv?: readonly string[];
  readonly url?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly missing?: readonly string[];
  readonly enabled?: boolean;
  readonly trust?: Server['trust'];
  readonly changes?: readonly Change[];
  readonly state?: 'ready';
  readonly failure?: Failure;
  readonly counts?: readonly [number, number, number];
  readonly held?: number;
  readonly quarantined?: number;
  readonly untested?: boolean;
}

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

const connectionOf = ({ state, failure }: Shape): Server['connection'] => {
  if (failure !== undefined) return { state: 'failed', since: ago(40), failure };
  if (state === undefined) return { state: 'stopped' };
  return {
    state: 'ready',
    since: ago(90),
    protocol_version: '2025-11-25',
    server_name: 'secure-filesystem-server',
    server_version: '0.2.0',
    pid: 4711,
  };
};

/** A server as the owner would tell it; everything left out is in order. */
export function server(id: string, name: string, shape: Shape): Server {
  const [low = 0, medium = 0, high = 0] = shape.counts ?? [];
  const tested = shape.counts !== undefined && shape.untested !== true;
  return {
    id,
    registration: {
      name,
      transport: shape.url === undefined ? 'stdio' : shape.url.endsWith('sse') ? 'sse' : 'http',
      command_argv: [...(shape.argv ?? [])],
      cwd: '',
      env: { ...shape.env },
      env_keys: [...(shape.secrets ?? [])],
      url: shape.url ?? '',
      auth: { kind: 'none', env_key: '', header_name: 'Authorization' },
      enabled: shape.enabled ?? true,
      capabilities: ['tools', 'resources', 'prompts'],
      tool_risk_overrides: {},
      timeouts: { start_s: 60, idle_s: 300, call_s: 120 },
    },
    launch_hash: 'c0ffee'.padEnd(64, id.length.toString(16).slice(-1)),
    trust: shape.trust ?? 'confirmed',
    changes: [...(shape.changes ?? [])],
    connection: connectionOf(shape),
    probe: tested
      ? {
          server_id: id,
          status: shape.failure === undefined ? 'ok' : 'unreachable',
          reason: shape.failure ?? null,
          latency_ms: shape.failure === undefined ? 8 + id.length * 3 : null,
          protocol_version: '2025-11-25',
          at: ago(60 * id.length),
          since: ago(3600 * id.length),
          resources: 2,
          resource_templates: 1,
          prompts: 1,
          misbehaviour: id === 'memory' ? ['It wrote a line that is no JSON to stdout.'] : [],
          stale: false,
        }
      : null,
    tools:
      shape.counts === undefined
        ? null
        : { low, medium, high, held: shape.held ?? 0, quarantined: shape.quarantined ?? 0 },
    missing_secrets: [...(shape.missing ?? [])],
    package: null,
  };
}
