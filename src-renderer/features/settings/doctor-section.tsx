import { Button, Group, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Server, troublesOf } from '../../../src-preload/contract/index.ts';
import { useAction, useRequest } from '../../bridge.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { DoctorItem } from './doctor-item.tsx';
import { type Check, reportText, worstFirst } from './doctor-report.ts';
import classes from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';

const whatIsWrong = (server: Server) => [
  server.id,
  troublesOf(server).map(({ code, failure }) => [code, failure.code]),
];

/** Looks at everything that may need mending, on demand. */
export function DoctorSection() {
  const { t } = useTranslation('settings');
  const looking = useAction('doctor/run');
  const status = useRequest('status/show', {}, { events: ['settings/changed'] });
  const gateway = status.value?.gateway.failure ?? null;
  const [checks, setChecks] = useState<readonly Check[] | null>(null);
  const run = async () => {
    const answer = await looking.run({});
    setChecks(answer.ok ? worstFirst(answer.value.checks) : null);
  };
  // What was mended from here should not go on standing here. A look reads the whole journal, so it
  // is repeated only when what is said of a server would be another sentence.
  const registry = useRequest('server/list', checks === null ? null : {}, {
    events: ['server/changed', 'trust/changed'],
  });
  const said = JSON.stringify(registry.value?.servers.map(whatIsWrong) ?? null);
  const before = useRef(said);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is said matters
  useEffect(() => {
    if (before.current !== 'null' && before.current !== said) void run();
    before.current = said;
  }, [said]);
  const problems =
    checks?.filter(({ level }) => level === 'error' || level === 'warning').length ?? 0;
  return (
    <SettingsSection name="doctor">
      {gateway !== null && <FailureNote failure={gateway} />}
      <Text size="sm">{t('doctor.about')}</Text>
      <Group gap="xs">
        <Button disabled={looking.busy} onClick={() => void run()}>
          {t(looking.busy ? 'doctor.running' : checks === null ? 'doctor.run' : 'doctor.again')}
        </Button>
        <Text size="sm" role="status">
          {checks !== null && t('doctor.sum', { ok: checks.length - problems, problems })}
        </Text>
        {checks !== null && <CopyButton value={reportText(checks)} label={t('doctor.copy')} />}
      </Group>
      {looking.failure !== null && <FailureNote failure={looking.failure} />}
      {checks !== null && (
        <ul className={classes.checks}>
          {checks.map((check) => (
            <DoctorItem key={`${check.id} ${check.detail}`} check={check} />
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}
