import { z } from 'zod';
import { agentRequests } from './agent-requests.ts';
import { ANY_ROLE, type RequestSpec, request, requestFrom } from './request-spec.ts';
import * as app from './views/app.ts';
import * as catalog from './views/catalog.ts';
import { Done, Empty, JsonObject, RiskLevel } from './views/common.ts';
import * as governance from './views/governance.ts';
import * as server from './views/server.ts';

const ById = z.strictObject({ id: server.ServerId });
const ByTool = z.strictObject({ server_id: server.ServerId, tool: z.string().min(1).max(256) });
const Hash = z.string().regex(/^[0-9a-f]{64}$/, 'a launch hash: 64 hexadecimal digits');
/** The executable that was shown with the launch; needed when it is another than the one confirmed last. */
const ShownExecutable = z.string().max(4096).nullable().optional();
/** A yes to a launch: what was shown beside the hash. */
const ShownBeside = {
  executable: ShownExecutable,
  /** The same for the executable of the effective command. */
  effective_executable: ShownExecutable,
};

/** The one contract: preload, handlers, REST routes and the CLI's forwarding all derive from it. */
export const requests = {
  'status/show': requestFrom(ANY_ROLE, 'GET /status', Empty, app.Status),
  'owner/hand-over': requestFrom(
    ['cli'],
    'POST /owner/hand-over',
    z.strictObject({ kind: z.enum(['cli', 'serve', 'desktop']) }),
    Done,
  ),
  'doctor/run': request('GET /doctor', Empty, app.Doctor),

  'server/list': request('GET /mcp', Empty, server.Registry),
  'server/show': request('GET /mcp/{id}', ById, server.Server),
  'server/preview': request(
    'POST /preview',
    z.strictObject({ id: server.ServerId, registration: server.RegistrationDraft }),
    server.Launch,
  ),
  'server/add': request(
    'POST /mcp',
    z.strictObject({
      id: server.ServerId,
      registration: server.RegistrationDraft,
      /** The launch hash the person said yes to; without it the server is added unconfirmed. */
      confirm: Hash.optional(),
      ...ShownBeside,
    }),
    server.Server,
  ),
  'server/edit': request(
    'PUT /mcp/{id}',
    z.strictObject({
      id: server.ServerId,
      changes: server.Registration.partial().extend({
        timeouts: server.Timeouts.partial().optional(),
      }),
      confirm: Hash.optional(),
      ...ShownBeside,
    }),
    server.Server,
  ),
  /** Also an entry whose key is no server id: what can stand in the file can be taken out of it. */
  'server/remove': request(
    'DELETE /mcp/{id}',
    z.strictObject({ id: z.string().min(1).max(512) }),
    Done,
  ),
  'server/enable': request('POST /mcp/{id}/enable', ById, server.Server),
  'server/disable': request('POST /mcp/{id}/disable', ById, server.Server),
  'server/launch': request('GET /mcp/{id}/launch', ById, server.Launch),
  'server/confirm': request(
    'POST /mcp/{id}/confirm',
    z.strictObject({ id: server.ServerId, launch_hash: Hash, ...ShownBeside }),
    server.Server,
  ),
  'server/connect': request('POST /mcp/{id}/connect', ById, server.Server),
  'server/disconnect': request('POST /mcp/{id}/disconnect', ById, server.Server),
  'server/log': request('GET /mcp/{id}/log', ById, server.ServerLog),

  /** What an npx launch runs in its place. Looks, and contacts nothing. */
  'package/show': request('GET /mcp/{id}/package', ById, server.Effective),
  /** Asks the registry what the written range or tag leads to now; changes nothing. */
  'package/check': request('POST /mcp/{id}/package/check', ById, server.PackageCheck),
  /** Installs that version and runs it from the next start on. A yes, like a confirmation. */
  'package/update': request(
    'POST /mcp/{id}/package/update',
    z.strictObject({ id: server.ServerId, version: z.string().min(1).max(256) }),
    server.Server,
  ),
  /** Whether install scripts of this server's package may run; for every server with the same package. */
  'package/scripts': request(
    'POST /mcp/{id}/package/scripts',
    z.strictObject({ id: server.ServerId, allow: z.boolean() }),
    server.Server,
  ),

  'probe/run': request('POST /mcp/{id}/probe', ById, server.ProbeReport),
  'probe/cancel': request('DELETE /mcp/{id}/probe', ById, Done),

  'tool/list': request(
    'GET /tools',
    z.strictObject({ server_id: server.ServerId.optional() }),
    z.array(catalog.Tool),
  ),
  'tool/review': request(
    'POST /mcp/{server_id}/review',
    z.strictObject({
      server_id: server.ServerId,
      tool: z.string().min(1).max(256).optional(),
      /** Of the definition that was looked at: a newer one is not accepted with it. */
      pin: z.string().max(64).optional(),
    }),
    z.array(catalog.Tool),
  ),
  'tool/override-risk': request(
    'PUT /mcp/{server_id}/tools/{tool}/risk',
    ByTool.extend({ risk: RiskLevel.nullable() }),
    catalog.Tool,
  ),
  'tool/call': request(
    'POST /mcp/{server_id}/tools/{tool}/call',
    ByTool.extend({
      /** The arguments as JSON text: parsed once, strictly (no duplicate keys, no integer beyond 2^53). */
      arguments_json: z.string().max(4 * 1024 * 1024),
      agent: z.string().max(64).optional(),
      /** Chosen by the caller (a UUID) so that it can cancel. */
      call_id: z.uuid().optional(),
    }),
    governance.CallResult,
  ),
  'call/cancel': request('DELETE /calls/{call_id}', z.strictObject({ call_id: z.uuid() }), Done),
  'resource/list': request('GET /mcp/{id}/resources', ById, catalog.Resources),
  'resource/read': request(
    'POST /mcp/{id}/read',
    z.strictObject({ id: server.ServerId, uri: z.string().min(1).max(8192) }),
    catalog.McpResult,
  ),
  'prompt/list': request('GET /mcp/{id}/prompts', ById, z.array(catalog.Prompt)),
  'prompt/get': request(
    'POST /mcp/{id}/prompt',
    z.strictObject({
      id: server.ServerId,
      name: z.string().min(1).max(256),
      arguments: z.record(z.string(), z.string()).optional(),
    }),
    catalog.McpResult,
  ),

  'approvals/list': requestFrom(ANY_ROLE, 'GET /approvals', Empty, z.array(governance.Approval)),
  'approvals/answer': requestFrom(
    ['approval', 'cli'],
    'POST /approvals/{id}/answer',
    z.strictObject({
      id: z.uuid(),
      answer: governance.ApprovalAnswer,
      /** What `serve --approver` printed; checked only there. */
      approver_code: z.string().max(64).optional(),
    }),
    /** `collected_later`: the client has stopped waiting; its next identical call takes the answer. */
    Done.extend({ collected_later: z.boolean() }),
  ),
  'approvals/open': requestFrom(['app'], 'POST /approvals/open', Empty, Done),
  'calls/pause': requestFrom(
    ANY_ROLE,
    'POST /pause',
    z.strictObject({ agent: z.string().max(64).optional() }),
    Done,
  ),
  'calls/resume': request(
    'POST /resume',
    z.strictObject({ agent: z.string().max(64).optional() }),
    Done,
  ),

  'grant/list': request('GET /grants', Empty, z.array(governance.Grant)),
  'grant/revoke': request('DELETE /grants/{id}', z.strictObject({ id: z.string().max(128) }), Done),

  'trust/list': request('GET /trust', Empty, z.array(governance.TrustItem)),
  'trust/accept': request(
    'POST /trust/accept',
    z.strictObject({ item: z.string().max(200) }),
    Done,
  ),

  ...agentRequests,

  'journal/list': request('GET /journal', governance.JournalFilter, governance.JournalPage),
  'journal/show': request(
    'GET /journal/{seq}',
    z.strictObject({ seq: z.coerce.number().int().positive() }),
    governance.JournalEntry,
  ),
  'journal/export': request(
    'GET /journal-export',
    governance.JournalExportFilter,
    governance.JournalExport,
  ),
  'journal/verify': request('GET /journal-verify', Empty, governance.JournalVerdict),

  'secret/list': request('GET /secrets', Empty, z.array(governance.SecretInfo)),
  'secret/set': request(
    'PUT /secrets/{name}',
    z.strictObject({
      name: server.SecretName,
      value: z
        .string()
        .min(1)
        .max(256 * 1024),
    }),
    Done,
  ),
  'secret/remove': request(
    'DELETE /secrets/{name}',
    z.strictObject({ name: server.SecretName }),
    Done,
  ),
  'secret/store': request(
    'PUT /secret-store',
    z.strictObject({ kind: z.enum(['keychain', 'file']) }),
    Done,
  ),

  'settings/get': requestFrom(ANY_ROLE, 'GET /settings', Empty, app.Settings),
  'settings/set': request('PUT /settings', z.strictObject({ changes: JsonObject }), app.Settings),

  'paste/parse': request(
    'POST /paste',
    z.strictObject({ text: z.string().max(1024 * 1024) }),
    app.Paste,
  ),
  /** The person picks a folder; null when they cancel. Only a window can ask. */
  'dialog/pick-folder': requestFrom(
    ['app'],
    'POST /pick-folder',
    Empty,
    z.object({ path: z.string().nullable() }),
  ),
  /** The bundled filesystem server on one folder, as a draft to confirm. Works offline. */
  'starter/draft': request(
    'POST /starter',
    z.strictObject({ folder: z.string().min(1).max(4096) }),
    z.object({ id: server.ServerId, registration: server.RegistrationDraft }),
  ),
} as const satisfies Record<string, RequestSpec<z.ZodType, z.ZodType>>;

export type Requests = typeof requests;
export type RequestName = keyof Requests;
export type RequestInput<N extends RequestName> = z.input<Requests[N]['input']>;
export type RequestParsed<N extends RequestName> = z.output<Requests[N]['input']>;
export type RequestOutput<N extends RequestName> = z.output<Requests[N]['output']>;
export const requestNames = Object.keys(requests) as RequestName[];
