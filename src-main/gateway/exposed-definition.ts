import { isSpecType } from '@modelcontextprotocol/server';
import type { PromptEntry, ResourceEntry, ResourceTemplateEntry } from '../catalog/catalog.ts';
import { isRenamed, type NamedItem } from '../catalog/exposed-names.ts';
import type { McpObject } from './exposed.ts';

/** Pictures inside a list are sent with every listing; more than this is left out. */
const ICONS_MAX_CHARS = 64 * 1024;

/** What MCP lets a definition leave out; other fields than MCP's stay as they are. */
const OPTIONAL = [
  ...['title', 'description', 'annotations', 'icons', '_meta'],
  ...['outputSchema', 'execution', 'arguments', 'mimeType', 'size'],
];
const SMALLEST = {
  Tool: { name: 'x', inputSchema: { type: 'object' } },
  Prompt: { name: 'x' },
  Resource: { name: 'x', uri: 'x:' },
  ResourceTemplate: { name: 'x', uriTemplate: 'x:' },
};
const known = new WeakMap<object, McpObject>();

/** A server's definition, whole, but for fields of another type than MCP's: clients refuse the list for them. */
function sound(kind: keyof typeof SMALLEST, definition: McpObject): McpObject {
  const made = known.get(definition) ?? withoutUnsound(kind, definition);
  known.set(definition, made);
  return made;
}

function withoutUnsound(kind: keyof typeof SMALLEST, definition: McpObject): McpObject {
  const isUnsound = (field: string): boolean => {
    const value = definition[field];
    if (field === 'icons' && JSON.stringify(value).length > ICONS_MAX_CHARS) return true;
    return !isSpecType[kind]({ ...SMALLEST[kind], [field]: value });
  };
  const unsound = OPTIONAL.filter((field) => Object.hasOwn(definition, field) && isUnsound(field));
  if (unsound.length === 0) return definition;
  return Object.fromEntries(
    Object.entries(definition).filter(([field]) => !unsound.includes(field)),
  );
}

/** A changed name hides the original; without a title of its own, that is the title. */
const titled = (
  exposed: string,
  item: NamedItem & { readonly title: string | null },
): { readonly title?: string } =>
  item.title === null && isRenamed(exposed, item) ? { title: item.name } : {};

interface ToolParts extends NamedItem {
  readonly title: string | null;
  readonly inputSchema: Record<string, unknown>;
  readonly definition: McpObject;
}

/**
 * MCP's Tool as the server gave it, under its exposed name. A schema is the server's own object; only
 * one whose root does not say that it is an object, for which clients refuse the list, says so.
 */
export const exposedTool = (name: string, tool: ToolParts): McpObject => ({
  ...sound('Tool', tool.definition),
  name,
  ...titled(name, tool),
  inputSchema:
    tool.inputSchema['type'] === 'object'
      ? tool.inputSchema
      : { ...tool.inputSchema, type: 'object' },
});

/** MCP's Prompt as the server gave it, under its exposed name. */
export const exposedPrompt = (name: string, prompt: PromptEntry & NamedItem): McpObject => ({
  ...(prompt.arguments.length === 0 ? {} : { arguments: prompt.arguments }),
  ...sound('Prompt', prompt.definition),
  name,
  ...titled(name, prompt),
});

/** MCP's Resource as the server gave it, under its exposed URI. */
export const exposedResource = (uri: string, resource: ResourceEntry): McpObject => ({
  ...sound('Resource', resource.definition),
  uri,
  name: resource.name === '' ? resource.uri : resource.name,
});

export const exposedTemplate = (
  uriTemplate: string,
  template: ResourceTemplateEntry,
): McpObject => ({
  ...sound('ResourceTemplate', template.definition),
  uriTemplate,
  name: template.name === '' ? template.uriTemplate : template.name,
});
