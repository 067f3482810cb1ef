import type { Launch, Server } from '../../../src-preload/contract/index.ts';
import { type Emit, FakeFailure, type Handlers } from './fake-bridge.ts';
import { offers } from './fake-offers.ts';
import { fakePaste } from './fake-paste.ts';
import { server as makeServer } from './make-server.ts';
import { tools as toolsOf } from './tools.ts';
import type { World } from './world.ts';

const done = { done: true as const };

function launchOf({ id, registration, launch_hash, trust, changes }: Server): Launch {
  const { command_argv: argv } = registration;
  const refused = argv[0] === '/bin/sh';
  return {
    server_id: id,
    launch_hash,
    transport: registration.transport,
    command_argv: argv,
    executable: argv[0] === undefined || argv[0] === 'npx' ? null : `/usr/bin/${argv[0]}`,
    effective: null,
    cwd: registration.cwd,
    env: registration.env,
    env_keys: registration.env_keys,
    url: registration.url,
    auth: registration.auth,
    capabilities: registration.capabilities,
    tool_risk_overrides: registration.tool_risk_overrides,
    warnings: warningsOf(argv, registration.env),
    refusal: refused
      ? {
          code: 'runner_not_allowed',
          message: '/bin/sh is not on the list of allowed runners.',
          fix: 'Add it in the settings if you trust it.',
        }
      : null,
    confirmed: trust === 'confirmed',
    changes,
  };
}

function warningsOf(argv: readonly string[], env: Launch['env']): Launch['warnings'] {
  const warnings: Launch['warnings'] = [];
  if (argv[0] === 'npx')
    warnings.push({ code: 'not_found_on_path', text: 'npx was not found on PATH.' });
  if ('API_TOKEN' in env)
    warnings.push({
      code: 'secret_in_env',
      text: 'API_TOKEN looks like a secret and stands in a plain variable.',
    });
  return warnings;
}

/** Answers the contract from a world in memory. */
export function fakeOwner(world: World, emit: Emit): Handlers {
  const find = (id: string): Server => {
    const found = world.servers.get(id);
    if (found === undefined)
      throw new FakeFailure({ code: 'not_found', message: `There is no server "${id}".` });
    return found;
  };
  const put = (server: Server): Server => {
    world.servers.set(server.id, server);
    emit({ name: 'server/changed', body: { id: server.id } });
    return server;
  };
  const registered = (id: string, draft: Partial<Server['registration']>): Server => {
    const blank = makeServer(id, '', {});
    const timeouts = { ...blank.registration.timeouts, ...draft.timeouts };
    return { ...blank, registration: { ...blank.registration, ...draft, timeouts } };
  };
  const probing = new Set<string>();
  return {
    ...offers(world, emit),
    'server/list': () => ({
      path: '/home/ada/.gatehouse/mcp_servers.json',
      problem: world.problem,
      config_version: 12,
      servers: [...world.servers.values()],
      invalid: world.invalid,
    }),
    'server/show': ({ id }) => find(id),
    'server/launch': ({ id }) => launchOf(find(id)),
    'server/preview': ({ id, registration }) =>
      launchOf({
        ...registered(id, registration as Partial<Server['registration']>),
        trust: 'unconfirmed',
      }),
    'server/add': ({ id, registration, confirm }) =>
      put({
        ...registered(id, registration as Partial<Server['registration']>),
        trust: confirm === undefined ? 'unconfirmed' : 'confirmed',
      }),
    'server/edit': ({ id, changes }) => {
      const server = find(id);
      const registration = { ...server.registration, ...changes } as Server['registration'];
      return put({ ...server, registration, trust: 'confirmed', changes: [] });
    },
    'server/remove': ({ id }) => {
      world.servers.delete(id);
      emit({ name: 'server/changed', body: { id } });
      return done;
    },
    'server/enable': ({ id }) =>
      put({ ...find(id), registration: { ...find(id).registration, enabled: true } }),
    'server/disable': ({ id }) =>
      put({ ...find(id), registration: { ...find(id).registration, enabled: false } }),
    'server/confirm': ({ id }) => put({ ...find(id), trust: 'confirmed', changes: [] }),
    'probe/run': async ({ id }) => {
      probing.add(id);
      for (let step = 1; step <= 8; step += 1) {
        await new Promise((next) => setTimeout(next, 250));
        if (!probing.has(id)) throw new FakeFailure({ code: 'cancelled', message: 'Cancelled.' });
        const body = { id, step: 'Listing tools', done: step, total: 8 };
        emit({ name: 'probe/progress', body });
      }
      const tested = makeServer(id, '', { counts: [9, 2, 3] });
      const report = { ...tested.probe, tools: [], quarantined: [] };
      world.tools.set(id, toolsOf(id));
      put({
        ...find(id),
        probe: tested.probe,
        tools: tested.tools,
        connection: { state: 'stopped' },
      });
      return report as never;
    },
    'probe/cancel': ({ id }) => {
      probing.delete(id);
      return done;
    },
    'paste/parse': ({ text }) => fakePaste(text),
    'dialog/pick-folder': () => ({ path: '/home/ada/papers' }),
    'starter/draft': ({ folder }) => ({
      id: 'files',
      registration: {
        name: `Files in ${folder}`,
        transport: 'stdio' as const,
        command_argv: ['node', '/opt/gatehouse/servers/filesystem/index.js', folder],
      },
    }),
  };
}
