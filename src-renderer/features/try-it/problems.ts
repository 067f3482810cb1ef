import type { TFunction } from 'i18next';
import type { Problem } from './assemble.ts';
import type { Draft } from './drafts.ts';

/** What is wrong, by field. What was not touched yet is not blamed until a person tries to run. */
export interface Problems {
  readonly of: (path: string, draft: Draft) => Problem | null;
}

export function problemsBy(list: readonly Problem[], tried: boolean): Problems {
  return {
    of: (path, draft) => {
      if (draft.kind === 'unset' && !tried) return null;
      return list.find((problem) => problem.path === path) ?? null;
    },
  };
}

export const problemText = (t: TFunction<'try-it'>, problem: Problem): string =>
  t(`problem.${problem.code}`, { limit: problem.limit });
