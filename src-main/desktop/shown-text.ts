import { plainText } from '../cli/table.ts';

/**
 * Foreign text for a place that shows one line: nothing invisible, nothing that changes direction, cut
 * at `most` characters with a mark that it is.
 */
export function shownText(text: string, most: number): string {
  const characters = [...plainText(text.replace(/\s+/g, ' ').trim())];
  return characters.length <= most
    ? characters.join('')
    : `${characters.slice(0, most - 1).join('')}…`;
}
