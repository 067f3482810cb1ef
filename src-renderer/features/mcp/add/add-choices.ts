import type { Failure } from '../../../../src-preload/contract/index.ts';
import type { send as sendOverBridge } from '../../../bridge.ts';
import { type Choice, registrationOf } from './candidates.ts';

export interface AddFault {
  readonly id: string;
  readonly failure: Failure;
}

/** Servers that failed for the same reason, told once. */
export function alike(
  faults: readonly AddFault[],
): readonly { readonly ids: readonly string[]; readonly failure: Failure }[] {
  const groups = new Map<string, { ids: string[]; failure: Failure }>();
  for (const { id, failure } of faults) {
    const key = JSON.stringify(failure);
    const group = groups.get(key) ?? { ids: [], failure };
    group.ids.push(id);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/**
 * Stores each choice's secrets and adds it unconfirmed, one after the other. What fails is told and
 * the others go on; a server whose secret could not be stored is not added.
 */
export async function addChoices(
  choices: readonly Choice[],
  send: typeof sendOverBridge,
): Promise<{ readonly added: readonly string[]; readonly faults: readonly AddFault[] }> {
  const added: string[] = [];
  const faults: AddFault[] = [];
  for (const choice of choices) {
    const failure = await addOne(choice, send);
    if (failure === null) added.push(choice.id);
    else faults.push({ id: choice.id, failure });
  }
  return { added, faults };
}

async function addOne(choice: Choice, send: typeof sendOverBridge): Promise<Failure | null> {
  for (const { name, value } of choice.secrets) {
    if (value === '') continue;
    const answer = await send('secret/set', { name, value });
    if (!answer.ok) return answer.failure;
  }
  const answer = await send('server/add', { id: choice.id, registration: registrationOf(choice) });
  return answer.ok ? null : answer.failure;
}
