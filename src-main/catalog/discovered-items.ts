import { z } from 'zod';
import type { PromptEntry, ResourceEntry, ResourceTemplateEntry } from './catalog.ts';
import type { ListedItem } from './list-all.ts';

export type PromptText = Omit<PromptEntry, 'state'>;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The item's name, when it has one that could ever be called. */
export function nameOf(item: unknown): string | null {
  const name = isObject(item) ? item['name'] : undefined;
  return typeof name === 'string' && name !== '' ? name : null;
}

// A text that is missing, null or no text at all reads as none: it is only ever shown.
const Text = z.string().max(65_536).catch('');
const Title = z.string().max(1_024).nullable().catch(null);
const Uri = z.string().min(1).max(8_192);
const about = { name: Text, title: Title, description: Text, mimeType: Title };
const Resource = z.object({ uri: Uri, ...about });
const Template = z.object({ uriTemplate: Uri, ...about });
const Argument = z.object({
  name: z.string().min(1).max(256),
  description: Text,
  required: z.boolean().catch(false),
});
const Prompt = z.object({
  name: z.string().min(1).max(128),
  title: Title,
  description: Text,
  arguments: z.array(Argument).max(200).nullish(),
});

export const readResources = (items: readonly ListedItem[], notes: string[]): ResourceEntry[] =>
  readEach(items, Resource, 'resources/list', notes);

export const readTemplates = (
  items: readonly ListedItem[],
  notes: string[],
): ResourceTemplateEntry[] => readEach(items, Template, 'resources/templates/list', notes);

export const readPrompts = (items: readonly ListedItem[], notes: string[]): PromptText[] =>
  readEach(items, Prompt, 'prompts/list', notes).map((prompt) => ({
    ...prompt,
    arguments: prompt.arguments ?? [],
  }));

function readEach<T>(
  items: readonly ListedItem[],
  schema: z.ZodType<T>,
  method: string,
  notes: string[],
): (T & { definition: Record<string, unknown> })[] {
  const good: (T & { definition: Record<string, unknown> })[] = [];
  for (const { value, over } of items) {
    const parsed = schema.safeParse(value);
    if (over === null && parsed.success && isObject(value))
      good.push({ ...parsed.data, definition: value });
  }
  const bad = items.length - good.length;
  if (bad > 0) notes.push(`${method} holds ${bad} item(s) that cannot be used.`);
  return good;
}
