import type { Answer, Launch, RequestOutput } from '../../../../src-preload/contract/index.ts';
import { send } from '../../../bridge.ts';
import type { Dialog } from '../../../store/dialogs.ts';

type ConfirmDialog = Extract<Dialog, { kind: 'confirm' | 'confirm-new' | 'confirm-edit' }>;
/** Where the launch comes from: a registered server, a new one, or an edit not yet saved. */
export type LaunchSource = ConfirmDialog;

export function launchOf(source: LaunchSource): Promise<Answer<Launch>> {
  if (source.kind === 'confirm') return send('server/launch', { id: source.id });
  return send('server/preview', { id: source.id, registration: source.registration });
}

/** The yes to exactly this hash and what stood beside it, together with what makes it hold: the entry is added or edited with it. */
export function sayYes(
  source: LaunchSource,
  { launch_hash, executable, effective }: Pick<Launch, 'launch_hash' | 'executable' | 'effective'>,
): Promise<Answer<RequestOutput<'server/confirm'>>> {
  const { id } = source;
  const shown = { executable, effective_executable: effective?.executable ?? executable };
  switch (source.kind) {
    case 'confirm':
      return send('server/confirm', { id, launch_hash, ...shown });
    case 'confirm-new':
      return send('server/add', {
        id,
        registration: source.registration,
        confirm: launch_hash,
        ...shown,
      });
    case 'confirm-edit':
      return send('server/edit', { id, changes: source.changes, confirm: launch_hash, ...shown });
  }
}

export function addUnconfirmed(
  source: Extract<LaunchSource, { kind: 'confirm-new' }>,
): Promise<Answer<RequestOutput<'server/add'>>> {
  return send('server/add', { id: source.id, registration: source.registration });
}
