import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../src-preload/contract/index.ts';
import { useAction, useRequest } from '../bridge.ts';
import { FailureNote } from './failure-note.tsx';
import { notifyDone } from './notify.ts';

/** Without a keychain: one click keeps secrets in a file, and says what that costs. */
export function KeepInFile({ onKept }: { readonly onKept?: () => void }) {
  const { t } = useTranslation();
  const keep = useAction('secret/store');
  const choose = async () => {
    const answer = await keep.run({ kind: 'file' });
    if (!answer.ok) return;
    notifyDone(t('keepInFile.kept'));
    onKept?.();
  };
  return (
    <div>
      <Text size="sm" mb={8}>
        {t('keepInFile.about')}
      </Text>
      <Button loading={keep.busy} onClick={() => void choose()}>
        {t('keepInFile.button')}
      </Button>
      {keep.failure !== null && <FailureNote failure={keep.failure} />}
    </div>
  );
}

interface Props {
  readonly failure: Failure;
  /** Tries again what failed, once secrets are kept in a file. */
  readonly onKept: () => void;
  readonly children?: ReactNode;
}

/** A secret that could not be saved; where only the keychain is at fault, the way around it. */
export function SecretFailure({ failure, onKept, children }: Props) {
  const status = useRequest('status/show', {}, { events: ['settings/changed'] });
  const around =
    failure.code === 'keychain_unavailable' && status.value?.secret_store.kind === 'keychain';
  if (!around) return <FailureNote failure={failure}>{children}</FailureNote>;
  return (
    <FailureNote failure={failure}>
      {children}
      <KeepInFile onKept={onKept} />
    </FailureNote>
  );
}
