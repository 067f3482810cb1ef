/** A piece of an MCP result that a person can read as text. */
export interface TextPiece {
  readonly label: string;
  readonly text: string;
}

const record = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : null;

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function piece(label: unknown, content: unknown): TextPiece[] {
  const fields = record(content);
  if (fields === null || typeof fields['text'] !== 'string') return [];
  return [{ label: typeof label === 'string' ? label : '', text: fields['text'] }];
}

/**
 * The texts of a ReadResourceResult (`contents`) or GetPromptResult (`messages`); everything else of
 * it is shown as JSON.
 */
export function textPieces(result: Readonly<Record<string, unknown>>): TextPiece[] {
  const contents = list(result['contents']).flatMap((content) =>
    piece(record(content)?.['uri'], content),
  );
  const messages = list(result['messages']).flatMap((message) =>
    piece(record(message)?.['role'], record(message)?.['content']),
  );
  return [...contents, ...messages];
}
