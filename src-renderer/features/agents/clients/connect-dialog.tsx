import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RequestOutput } from '../../../../src-preload/contract/index.ts';
import dialog from '../../../ui/dialog-frame.module.css';
import { MakeToken } from './make-token.tsx';
import { TokenShown } from './token-shown.tsx';

interface Props {
  readonly agent: string;
  readonly onClose: () => void;
}

/** Makes a token for one client and shows it this once, in the texts that the client wants. */
export function ConnectDialog({ agent, onClose }: Props) {
  const { t } = useTranslation('clients');
  const [made, setMade] = useState<RequestOutput<'agent/token'> | null>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={
        made === null ? t('make.title', { agent }) : t('shown.title', { label: made.label, agent })
      }
      // A stray click must not lose what is shown only once.
      closeOnClickOutside={made === null}
      classNames={{ body: dialog.through ?? '' }}
    >
      {made === null ? (
        <MakeToken agent={agent} onMade={setMade} onClose={onClose} />
      ) : (
        <TokenShown made={made} onClose={onClose} />
      )}
    </Modal>
  );
}
