import { assertNever } from '../kernel/result.ts';
import type { Registration } from '../registry/registration.ts';
import type { ClientAbilities, ClientQuestion } from './request-owner.ts';

type Answerable = 'elicitation' | 'sampling' | 'roots';

type Nothing = Record<string, never>;

/** What a server is told that it may ask for. */
export interface DeclaredAbilities extends ClientAbilities {
  readonly elicitation?: { readonly form: Nothing; readonly url: Nothing };
  readonly sampling?: Nothing;
  readonly roots?: { readonly listChanged: false };
}

/** What a server may ask for at all: exactly what its registration lists. */
export function declaredAbilities(capabilities: Registration['capabilities']): DeclaredAbilities {
  return {
    ...(capabilities.includes('elicitation') ? { elicitation: { form: {}, url: {} } } : {}),
    ...(capabilities.includes('sampling') ? { sampling: {} } : {}),
    ...(capabilities.includes('roots') ? { roots: { listChanged: false } } : {}),
  };
}

/** What one request's owner can answer of what the server may ask, as the protocol spells it. */
export function commonAbilities(
  declared: ClientAbilities,
  owner: ClientAbilities,
): ClientAbilities {
  const both = (ability: Answerable): boolean =>
    declared[ability] !== undefined && owner[ability] !== undefined;
  return {
    ...(both('elicitation')
      ? {
          elicitation: {
            ...(answersForms(owner.elicitation) ? { form: {} } : {}),
            ...(owner.elicitation?.['url'] === undefined ? {} : { url: {} }),
          },
        }
      : {}),
    ...(both('sampling')
      ? { sampling: owner.sampling?.['tools'] === undefined ? {} : { tools: {} } }
      : {}),
    ...(both('roots') ? { roots: {} } : {}),
  };
}

/** An empty object means forms: the first revision with elicitation knew nothing else. */
const answersForms = (elicitation: ClientAbilities['elicitation']): boolean =>
  elicitation !== undefined &&
  (elicitation['form'] !== undefined || elicitation['url'] === undefined);

export interface Refusal {
  readonly code: number;
  readonly message: string;
}

const METHOD_NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;

/** Why a question cannot go to somebody with these abilities, with the protocol's code; null if it can. */
export function refusalOfQuestion(
  { method, params }: ClientQuestion,
  abilities: ClientAbilities,
): Refusal | null {
  const lacks = (what: string): Refusal => ({
    code: METHOD_NOT_FOUND,
    message: `The client does not offer ${what}.`,
  });
  const undeclared = (what: string): Refusal => ({
    code: INVALID_PARAMS,
    message: `The client does not offer ${what}.`,
  });
  switch (method) {
    case 'elicitation/create': {
      if (abilities.elicitation === undefined) return lacks('elicitation');
      const isUrl = params['mode'] === 'url';
      if (isUrl && abilities.elicitation['url'] === undefined)
        return undeclared('elicitation by url');
      return isUrl || answersForms(abilities.elicitation)
        ? null
        : undeclared('elicitation by form');
    }
    case 'sampling/createMessage':
      if (abilities.sampling === undefined) return lacks('sampling');
      return params['tools'] !== undefined && abilities.sampling['tools'] === undefined
        ? undeclared('sampling with tools')
        : null;
    case 'roots/list':
      return abilities.roots === undefined ? lacks('roots') : null;
    default:
      return assertNever(method);
  }
}
