import { assertNever } from '../kernel/result.ts';
import type { JournalEntry } from './journal.ts';

export const EXPORT_FORMATS = ['jsonl', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const CSV_COLUMNS = [
  ...(['seq', 'at', 'kind', 'call_id', 'agent', 'client', 'server_id', 'tool'] as const),
  ...(['decision', 'risk', 'outcome', 'duration_ms', 'detail', 'hash'] as const),
];
/** What a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const PAGE_MAX_LENGTH = 8 * 1024 * 1024;

/**
 * Entries as text, in their order, each line ended (JSONL by LF, CSV by CRLF, RFC 4180). Ends after
 * 8 MiB: `count` says how many entries are in it, at least one when any was given.
 */
export function exportText(
  entries: readonly JournalEntry[],
  { format, header }: { format: ExportFormat; header: boolean },
): { text: string; count: number } {
  const lines: string[] = [];
  let length = 0;
  for (const entry of entries) {
    if (length > PAGE_MAX_LENGTH) break;
    const line = entryLine(entry, format);
    length += line.length;
    lines.push(line);
  }
  const first = header && format === 'csv' ? csvLine(CSV_COLUMNS) : '';
  return { text: first + lines.join(''), count: lines.length };
}

function entryLine(entry: JournalEntry, format: ExportFormat): string {
  switch (format) {
    case 'jsonl':
      return `${JSON.stringify(entry)}\n`;
    case 'csv':
      return csvLine(
        CSV_COLUMNS.map((column) =>
          column === 'detail' ? JSON.stringify(entry.detail) : String(entry[column] ?? ''),
        ),
      );
    default:
      return assertNever(format);
  }
}

const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
