import { Anchor, Button, Collapse, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RequestOutput } from '../../../../src-preload/contract/index.ts';
import { useAction, useRequest } from '../../../bridge.ts';
import { formatRoute } from '../../../store/route.ts';
import dialog from '../../../ui/dialog-frame.module.css';
import { DialogFrame } from '../../../ui/dialog-frame.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { wholeNumber } from '../../settings/whole-number.ts';

interface Props {
  readonly agent: string;
  readonly onMade: (made: RequestOutput<'agent/token'>) => void;
  readonly onClose: () => void;
}

/** What the client is called, and how long it waits for a person where that differs from the rest. */
export function MakeToken({ agent, onMade, onClose }: Props) {
  const { t } = useTranslation(['clients', 'shared', 'settings']);
  const make = useAction('agent/token');
  const settings = useRequest('settings/get', {}, { events: ['settings/changed'] });
  const status = useRequest('status/show', {}, { events: ['gateway/changed'] });
  const [label, setLabel] = useState('');
  const [hold, setHold] = useState('');
  const [advanced, setAdvanced] = useState(false);
  const held = hold.trim() === '' ? null : wholeNumber(hold, 1, 3600);
  const bad = hold.trim() !== '' && held === null;
  const failure = status.value?.gateway.failure ?? null;
  const run = async () => {
    if (bad) return;
    const named = label.trim();
    const answer = await make.run({
      name: agent,
      ...(named === '' ? {} : { label: named }),
      ...(held === null ? {} : { hold_s: held }),
    });
    if (answer.ok) onMade(answer.value);
  };
  return (
    <form
      className={dialog.through}
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <DialogFrame
        label={t('make.title', { agent })}
        footer={
          <>
            <Button onClick={onClose}>{t('shared:cancel')}</Button>
            <Button type="submit" variant="filled" loading={make.busy}>
              {t('make.button')}
            </Button>
          </>
        }
      >
        <Text size="sm">{t('make.about', { agent })}</Text>
        {failure !== null && (
          <FailureNote failure={failure}>
            <Anchor
              href={formatRoute('settings', ['gateway'])}
              size="sm"
              c="inherit"
              underline="always"
              onClick={onClose}
            >
              {t('make.toGateway')}
            </Anchor>
          </FailureNote>
        )}
        <TextInput
          data-autofocus
          label={t('make.label')}
          description={t('make.labelHint')}
          placeholder="Claude Desktop"
          maxLength={64}
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <Stack gap="xs">
          <Anchor
            component="button"
            type="button"
            size="sm"
            ta="start"
            w="fit-content"
            aria-expanded={advanced}
            onClick={() => setAdvanced(!advanced)}
          >
            {t('make.advanced')}
          </Anchor>
          <Collapse expanded={advanced} transitionDuration={120}>
            <TextInput
              label={t('make.hold')}
              description={t('make.holdHint', {
                count: settings.value?.approvals.hold_s ?? 45,
              })}
              inputMode="numeric"
              value={hold}
              error={bad ? t('settings:range', { min: 1, max: 3600 }) : undefined}
              onChange={(event) => setHold(event.currentTarget.value)}
            />
          </Collapse>
        </Stack>
        {make.failure !== null && <FailureNote failure={make.failure} />}
      </DialogFrame>
    </form>
  );
}
