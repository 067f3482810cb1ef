import { z } from 'zod';
import { ToolVerdict } from './analyse-messages.ts';
import { Definition } from './definition.ts';

const JsonObject = z.record(z.string(), z.unknown());
const Text = z.string();

const StoredTool = z.object({
  name: Text,
  definition: JsonObject,
  verdict: ToolVerdict.nullable(),
  /** Why there is no verdict. */
  reason: Text.nullable(),
});
export type StoredTool = z.infer<typeof StoredTool>;

const about = {
  ...{ name: Text, title: Text.nullable(), description: Text, mimeType: Text.nullable() },
  definition: JsonObject,
};
const StoredPrompt = z.object({
  entry: z.object({
    name: Text,
    title: Text.nullable(),
    description: Text,
    arguments: z.array(z.object({ name: Text, description: Text, required: z.boolean() })),
    definition: JsonObject,
  }),
  /** What is pinned of it. */
  definition: Definition,
});

/** One server's last complete discovery, in memory and in cache.db. */
export const StoredCatalog = z.object({
  server_id: Text,
  launch_hash: Text,
  /** The yes under which the server ran. */
  confirmation: Text,
  discovered_at: Text,
  protocol_version: Text,
  tools: z.array(StoredTool),
  set_aside: z.array(z.object({ name: Text, reason: Text })),
  resources: z.array(z.object({ uri: Text, ...about })),
  resourceTemplates: z.array(z.object({ uriTemplate: Text, ...about })),
  prompts: z.array(StoredPrompt),
  instructions: Definition,
  misbehaviour: z.array(Text),
});
export type StoredCatalog = z.infer<typeof StoredCatalog>;
