import { Button, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../bridge.ts';
import { useNow } from '../../ui/use-now.ts';
import { VisibleText } from '../../ui/visible-text-view.tsx';
import classes from './try-it.module.css';
import type { Calling, CallState } from './use-call.ts';

interface Props {
  readonly calling: Calling;
  readonly disabled: boolean;
  /** How many fields must be fixed; told once a person tried. */
  readonly wrong: number;
  readonly onRun: () => void;
}

/** Run, how far it is, and cancel. */
export function RunBar({ calling, disabled, wrong, onRun }: Props) {
  const { t } = useTranslation('try-it');
  const { state } = calling;
  const running = state.kind === 'running';
  return (
    <div className={classes.run}>
      {running ? (
        <Button onClick={calling.cancel} disabled={state.cancelling}>
          {t(state.cancelling ? 'cancelling' : 'cancel')}
        </Button>
      ) : (
        <Button variant="filled" disabled={disabled} onClick={onRun}>
          {t(state.kind === 'done' ? 'again' : 'run')}
        </Button>
      )}
      {running ? (
        <Running state={state} />
      ) : wrong > 0 ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {t('fix', { count: wrong })}
        </Text>
      ) : (
        <Text size="xs" c="dimmed">
          {t('asYou')}
        </Text>
      )}
    </div>
  );
}

function Running({ state }: { readonly state: Extract<CallState, { kind: 'running' }> }) {
  const { t } = useTranslation('try-it');
  const opening = useAction('approvals/open');
  const now = useNow();
  const { latest } = state;
  const step = latest?.step ?? 'deciding';
  const seconds = Math.max(0, Math.floor((now - state.started) / 1000));
  const message = step === 'running' ? (latest?.message ?? '') : '';
  const { progress, total } = latest ?? { progress: null, total: null };
  return (
    <>
      <Text size="sm" role="status" component="div">
        {t(`step.${step}`)}
        {message !== '' && (
          <>
            {': '}
            <VisibleText text={message.slice(0, 300)} />
          </>
        )}
      </Text>
      <Text size="sm" c="dimmed">
        {t('elapsed', { seconds })}
      </Text>
      {progress !== null && total !== null && total > 0 && (
        <Progress w={160} value={(progress / total) * 100} aria-label={t(`step.${step}`)} />
      )}
      {step === 'waiting' && (
        <Button variant="filled" onClick={() => void opening.run({})} disabled={opening.busy}>
          {t('openApproval')}
        </Button>
      )}
    </>
  );
}
