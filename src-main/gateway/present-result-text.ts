type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The text of a block: text content, or an embedded text resource. Base64 in a text block is text. */
export function textOfBlock(block: unknown): string | null {
  if (!isFields(block)) return null;
  const { type, text, resource } = block;
  const found = type === 'resource' && isFields(resource) ? resource['text'] : text;
  return (type === 'text' || type === 'resource') && typeof found === 'string' ? found : null;
}

/** All text of a result in order, one line break between two blocks: what is counted, cut and paged. */
export function resultText(result: Fields): string {
  const { content } = result;
  const texts = Array.isArray(content) ? content.map(textOfBlock) : [];
  return texts.filter((text) => text !== null).join('\n');
}
