import { jsonText } from './json-text.ts';
import { plainLines } from './table.ts';

/** An MCP result for a terminal: its texts; what is no text is named with its size; else the JSON. */
export function showResult(result: Readonly<Record<string, unknown>>): string {
  const blocks = result['content'] ?? result['contents'] ?? result['messages'];
  if (!Array.isArray(blocks)) return jsonText(result);
  const texts = blocks.map(showBlock);
  return texts.length === 0 ? jsonText(result) : texts.join('\n');
}

function showBlock(block: unknown): string {
  if (typeof block !== 'object' || block === null) return jsonText(block, 0);
  const inner = 'content' in block ? block.content : block;
  if (typeof inner !== 'object' || inner === null) return jsonText(block, 0);
  const role = 'role' in block && typeof block.role === 'string' ? `${block.role}: ` : '';
  if ('text' in inner && typeof inner.text === 'string') return plainLines(`${role}${inner.text}`);
  for (const key of ['data', 'blob']) {
    const data = Object.entries(inner).find(([name]) => name === key)?.[1];
    if (typeof data === 'string')
      return `${role}(${'mimeType' in inner ? plainLines(String(inner.mimeType)) : 'binary'}, ${data.length} characters of base64; see it whole with --json)`;
  }
  return `${role}${jsonText(inner)}`;
}
