import { debug } from './runtime.ts';
import type { WebContents } from './web-contents.ts';

/** Whoever sits before a headed window. Every answer is null or false when the question was cancelled. */
export interface Person {
  prompt(text: string, suggestion: string): Promise<string | null>;
  confirm(text: string): Promise<boolean>;
}

const asked = new Set<WebContents>();
let before: Promise<unknown> = Promise.resolve();

/** A page that shows a question of the host's, which only a person may answer. */
export const isAsked = (contents: WebContents): boolean => asked.has(contents);

/** The person is asked by the page's own `prompt` and `confirm`, one question after another. */
export function personAtPage(contents: WebContents): Person {
  const call = (name: string, ...values: readonly string[]) => {
    const expression = `${name}(${values.map((value) => JSON.stringify(value)).join(', ')})`;
    const answer = before.then(() => evaluate(contents, expression));
    before = answer;
    return answer;
  };
  return {
    prompt: async (text, suggestion) => {
      const answer = await call('prompt', text, suggestion);
      return typeof answer === 'string' ? answer : null;
    },
    confirm: async (text) => (await call('confirm', text)) === true,
  };
}

async function evaluate(contents: WebContents, expression: string): Promise<unknown> {
  asked.add(contents);
  try {
    await contents.opened;
    // Chromium shows no question of a page that is not the foremost.
    contents.bringToFront();
    return (await contents.command('Runtime.evaluate', { expression })).result.value;
  } catch (error) {
    // The window was closed, or the host ends: nobody answers any more.
    debug('question', error);
    return null;
  } finally {
    asked.delete(contents);
  }
}
