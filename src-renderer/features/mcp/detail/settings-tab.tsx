import { Button, Checkbox, Group, NumberInput, SimpleGrid, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Server } from '../../../../src-preload/contract/index.ts';
import { useAction } from '../../../bridge.ts';
import { shownLanguage } from '../../../i18n/i18n.ts';
import { useDialogs } from '../../../store/dialogs.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { notifyDone } from '../../../ui/notify.ts';
import { spanText } from '../../../ui/time-text.ts';
import { faultsOf, formOf } from '../add/draft.ts';
import { IdentityFields } from '../add/identity-fields.tsx';
import { LaunchFields } from '../add/launch-fields.tsx';
import { CAPABILITIES, changesLaunch, changesOf, editedOf, withWholeLaunch } from './edits.ts';
import detail from './server-detail.module.css';
import classes from './settings-tab.module.css';
import { useFieldInView } from './use-field-in-view.ts';
import { useRemoveServer } from './use-remove-server.tsx';

/** Everything about a server; a changed launch goes through the confirmation dialog. */
export function SettingsTab({ server }: { readonly server: Server }) {
  const { t, i18n } = useTranslation('mcp');
  const span = (seconds: number) => spanText(seconds, shownLanguage(i18n.language));
  const { id, registration } = server;
  const open = useDialogs((dialogs) => dialogs.open);
  const edit = useAction('server/edit');
  const remove = useRemoveServer();
  const [form, setForm] = useState(() => formOf(id, registration));
  const [capabilities, setCapabilities] = useState<readonly string[]>(registration.capabilities);
  const [timeouts, setTimeouts] = useState(registration.timeouts);
  const [tried, setTried] = useState(false);
  const faults = faultsOf(form, []);
  const edited = editedOf(registration, form, capabilities, timeouts);
  const changes = changesOf(registration, edited);
  const asks = changesLaunch(changes);
  const save = async () => {
    setTried(true);
    if (Object.keys(faults).length > 0) return;
    if (asks) {
      const whole = withWholeLaunch(changes, edited);
      open({ kind: 'confirm-edit', id, registration: edited, changes: whole });
      return;
    }
    const answer = await edit.run({ id, changes });
    if (answer.ok) notifyDone(t('detail.settings.saved'));
  };
  useFieldInView();
  const time = (field: keyof typeof timeouts, label: string, hint: string) => (
    <NumberInput
      label={label}
      description={hint}
      suffix={` ${t('detail.settings.secondsUnit')}`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      min={field === 'idle_s' ? 0 : 1}
      max={field === 'start_s' ? 3600 : 86_400}
      allowDecimal={false}
      clampBehavior="blur"
      value={timeouts[field]}
      onChange={(value) => {
        if (typeof value === 'number') setTimeouts({ ...timeouts, [field]: value });
      }}
    />
  );
  return (
    <form
      className={detail.page}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Part title={t('detail.settings.general')}>
        <IdentityFields form={form} onChange={setForm} faults={tried ? faults : {}} fixedId />
      </Part>
      <Part title={t('detail.settings.launch')} field="edit_launch">
        <LaunchFields form={form} onChange={setForm} faults={tried ? faults : {}} />
      </Part>
      <Part title={t('detail.settings.capabilities')}>
        <Checkbox.Group
          description={t('detail.settings.capabilitiesHint')}
          value={[...capabilities]}
          onChange={setCapabilities}
        >
          <Group gap="md" mt={4}>
            {CAPABILITIES.map((capability) => (
              <Checkbox key={capability} value={capability} label={capability} />
            ))}
          </Group>
        </Checkbox.Group>
      </Part>
      <Part title={t('detail.settings.timeouts')}>
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
          {time(
            'start_s',
            t('detail.settings.start'),
            t('detail.settings.startHint', { span: span(timeouts.start_s) }),
          )}
          {time(
            'idle_s',
            t('detail.settings.idle'),
            timeouts.idle_s === 0
              ? t('detail.settings.keepsRunning')
              : t('detail.settings.idleHint', { span: span(timeouts.idle_s) }),
          )}
          {time(
            'call_s',
            t('detail.settings.call'),
            t('detail.settings.callHint', { span: span(timeouts.call_s) }),
          )}
        </SimpleGrid>
      </Part>
      {edit.failure !== null && <FailureNote failure={edit.failure} />}
      <Group gap="xs" className={classes.save ?? ''}>
        <Button
          type="submit"
          variant="filled"
          loading={edit.busy}
          disabled={Object.keys(changes).length === 0}
        >
          {t('detail.settings.save')}
        </Button>
        <Button
          disabled={Object.keys(changes).length === 0}
          onClick={() => {
            setForm(formOf(id, registration));
            setCapabilities(registration.capabilities);
            setTimeouts(registration.timeouts);
          }}
        >
          {t('detail.settings.discard')}
        </Button>
        <Text size="xs" c="dimmed" aria-live="polite">
          {asks ? t('detail.settings.asks') : ''}
        </Text>
      </Group>
      <Part title={t('detail.settings.danger')}>
        <Text size="sm" c="dimmed">
          {t('detail.settings.removeHint')}
        </Text>
        <Button c="var(--mantine-color-error)" onClick={() => remove(server)}>
          {t('detail.remove')}
        </Button>
      </Part>
    </form>
  );
}

interface PartProps {
  readonly title: string;
  /** The ways out that lead here. */
  readonly field?: string;
  readonly children: ReactNode;
}

function Part({ title, field, children }: PartProps) {
  return (
    <section className={classes.part} aria-label={title} data-field={field}>
      <Title order={2}>{title}</Title>
      {children}
    </section>
  );
}
