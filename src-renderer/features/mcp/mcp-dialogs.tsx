import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRequest } from '../../bridge.ts';
import { useDialogs } from '../../store/dialogs.ts';
import { assertNever } from '../../ui/assert-never.ts';
import { AddDialog } from './add/add-dialog.tsx';
import { LaunchReview } from './confirm/launch-review.tsx';
import type { LaunchSource } from './confirm/launch-source.ts';
import { SecretDialog } from './confirm/secret-dialog.tsx';
import { serverName } from './server-name.ts';

/** The dialog that stands above the screen, if any. */
export function McpDialogs() {
  const dialog = useDialogs((dialogs) => dialogs.dialog);
  if (dialog === null) return null;
  switch (dialog.kind) {
    case 'add':
      return <AddDialog tab={dialog.tab} />;
    case 'confirm':
    case 'confirm-new':
    case 'confirm-edit':
      return <ConfirmDialog source={dialog} />;
    case 'secret':
      return <SecretDialog id={dialog.id} names={dialog.names} />;
    default:
      return assertNever(dialog);
  }
}

function ConfirmDialog({ source }: { readonly source: LaunchSource }) {
  const { t } = useTranslation(['mcp', 'shared']);
  const close = useDialogs((dialogs) => dialogs.close);
  const server = useRequest(
    'server/show',
    source.kind === 'confirm-new' ? null : { id: source.id },
  );
  const written = source.kind === 'confirm-new' ? source.registration.name : undefined;
  const name = server.value === null ? (written ?? source.id) : serverName(server.value);
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={t('confirm.title', { name: name === '' ? source.id : name })}
    >
      <LaunchReview source={source} cancelLabel={t('shared:cancel')} onCancel={close} />
    </Modal>
  );
}
