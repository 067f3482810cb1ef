/** What a tool can do that a person should be asked about; the rubric's list of `high`, named. */
export const DANGERS = {
  destroy: 'delete or destroy something',
  overwrite: 'overwrite something',
  send: 'send something to others',
  publish: 'publish something',
  execute: 'run code or commands',
  pay: 'spend or move money or ownership',
  grant: 'change permissions, members or credentials',
  deploy: 'change running infrastructure',
  install: 'install or remove software',
  control: 'control a device or a whole system',
} as const;

export type Danger = keyof typeof DANGERS;

/** One dangerous word (or phrase) as it was read, and what it stands for. */
export interface Finding {
  readonly danger: Danger;
  readonly word: string;
}

/** `{destroy: 'delete erase'}` -> a map from each word to its danger. */
export function wordTable(lists: Partial<Record<Danger, string>>): ReadonlyMap<string, Danger> {
  const table = new Map<string, Danger>();
  for (const danger of Object.keys(DANGERS).filter(isDanger))
    for (const word of wordList(lists[danger] ?? '')) table.set(word, danger);
  return table;
}

export const wordList = (words: string): string[] => words.split(/\s+/).filter(Boolean);
export const wordSet = (words: string): ReadonlySet<string> => new Set(wordList(words));

const isDanger = (key: string): key is Danger => Object.hasOwn(DANGERS, key);
