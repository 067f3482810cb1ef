import { z } from 'zod';
import { Change, JsonObject, RiskLevel, RiskReason } from './common.ts';

export const Tool = z.object({
  server_id: z.string(),
  name: z.string(),
  title: z.string().nullable(),
  description: z.string(),
  inputSchema: JsonObject,
  outputSchema: JsonObject.nullable(),
  annotations: JsonObject,
  risk: RiskLevel,
  reasons: z.array(RiskReason),
  classifier_version: z.number(),
  /** `new` and `changed` are held until a person reviews them; `quarantined` cannot be called. */
  state: z.enum(['accepted', 'new', 'changed', 'quarantined']),
  changes: z.array(Change),
  quarantine_reason: z.string().nullable(),
  pin: z.string(),
});
export type Tool = z.infer<typeof Tool>;

export const Resource = z.object({
  uri: z.string(),
  name: z.string(),
  title: z.string().nullable(),
  description: z.string(),
  mimeType: z.string().nullable(),
});
export type Resource = z.infer<typeof Resource>;

export const ResourceTemplate = z.object({
  uriTemplate: z.string(),
  name: z.string(),
  title: z.string().nullable(),
  description: z.string(),
  mimeType: z.string().nullable(),
});

export const Resources = z.object({
  resources: z.array(Resource),
  resourceTemplates: z.array(ResourceTemplate),
});

export const Prompt = z.object({
  name: z.string(),
  title: z.string().nullable(),
  description: z.string(),
  arguments: z.array(
    z.object({ name: z.string(), description: z.string(), required: z.boolean() }),
  ),
});
export type Prompt = z.infer<typeof Prompt>;

/** An MCP result, bare and with MCP's own spelling: a CallToolResult, ReadResourceResult, GetPromptResult. */
export const McpResult = JsonObject;
