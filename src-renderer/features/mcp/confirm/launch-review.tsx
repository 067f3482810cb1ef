import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure, Launch } from '../../../../src-preload/contract/index.ts';
import { useDialogs } from '../../../store/dialogs.ts';
import { useNavigation } from '../../../store/navigation.ts';
import { useProbes } from '../../../store/probes.ts';
import { DialogFrame } from '../../../ui/dialog-frame.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { useAllowRunner } from '../use-allow-runner.tsx';
import { addUnconfirmed, type LaunchSource, launchOf, sayYes } from './launch-source.ts';
import { LaunchView } from './launch-view.tsx';
import { runnerToAllow } from './runner-to-allow.ts';

interface Props {
  readonly source: LaunchSource;
  readonly cancelLabel: string;
  readonly onCancel: () => void;
}

/**
 * Shows a launch and takes the yes to it. The launch is asked for once and never changes while it is
 * read: the hash that is confirmed belongs to what stands here. If it has changed meanwhile the owner
 * refuses, and it is shown anew.
 */
export function LaunchReview({ source, cancelLabel, onCancel }: Props) {
  const { t } = useTranslation('mcp');
  const close = useDialogs((dialogs) => dialogs.close);
  const go = useNavigation((navigation) => navigation.go);
  const allow = useAllowRunner();
  const probe = useProbes((probes) => probes.run);
  const [launch, setLaunch] = useState<Launch | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState<'yes' | 'add' | null>(null);
  const ask = useCallback(async () => {
    const answer = await launchOf(source);
    if (answer.ok) setLaunch(answer.value);
    else setFailure(answer.failure);
  }, [source]);
  useEffect(() => void ask(), [ask]);

  const act = async (what: 'yes' | 'add', run: () => ReturnType<typeof sayYes>) => {
    setBusy(what);
    setFailure(null);
    const answer = await run();
    setBusy(null);
    if (!answer.ok) {
      setFailure(answer.failure);
      if (answer.failure.code === 'hash_mismatch') await ask();
      return;
    }
    close();
    go('mcp', [source.id]);
    if (what === 'yes') void probe(source.id);
  };
  const refusal = launch?.refusal ?? null;
  const runner = refusal === null || launch === null ? undefined : runnerToAllow(refusal, launch);
  return (
    <DialogFrame
      label={t('confirm.argv')}
      footer={
        <>
          <Button onClick={onCancel} data-autofocus>
            {cancelLabel}
          </Button>
          {source.kind === 'confirm-new' && launch !== null && (
            <Button
              loading={busy === 'add'}
              disabled={busy !== null}
              onClick={() => act('add', () => addUnconfirmed(source))}
            >
              {t('confirm.addOnly')}
            </Button>
          )}
          {runner !== undefined && (
            <Button variant="filled" onClick={() => allow(runner.command, () => void ask())}>
              {t('fix.allow_runner')}
            </Button>
          )}
          {refusal === null && (
            <Button
              variant="filled"
              loading={busy === 'yes'}
              disabled={launch === null || busy !== null}
              onClick={() => launch && act('yes', () => sayYes(source, launch))}
            >
              {t('confirm.yes')}
            </Button>
          )}
        </>
      }
    >
      {failure !== null && (
        <FailureNote failure={failure} {...(launch === null ? { retry: () => void ask() } : {})} />
      )}
      {launch === null && failure === null && (
        <Stack>
          <Skeleton height={20} />
          <Skeleton height={96} />
          <Skeleton height={20} />
        </Stack>
      )}
      {refusal !== null && <FailureNote failure={refusal} />}
      {launch !== null && (
        <>
          <Text size="sm">
            {launch.confirmed
              ? t('confirm.already')
              : t(launch.transport === 'stdio' ? 'confirm.intro' : 'confirm.introRemote')}
          </Text>
          <LaunchView launch={launch} />
        </>
      )}
    </DialogFrame>
  );
}
