import { base64Of, binaryType } from './present-result.ts';
import { resultText, textOfBlock } from './present-result-text.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * `contents` of resources/read for a stored result: its text, or one block of its content. null: there is
 * no such block, or it has nothing to read.
 */
export function storedContents(uri: string, result: Fields, index: number | null): Fields[] | null {
  if (index === null) return [{ uri, mimeType: 'text/plain', text: resultText(result) }];
  const { content } = result;
  const block: unknown = Array.isArray(content) ? content[index] : undefined;
  const text = textOfBlock(block);
  if (text !== null) return [{ uri, mimeType: 'text/plain', text }];
  const blob = base64Of(block);
  const mimeType = binaryType(block);
  return blob === null ? null : [{ uri, ...(mimeType === null ? {} : { mimeType }), blob }];
}
