import { Button, Group, Text } from '@mantine/core';
import {
  IconAlertTriangleFilled,
  IconCircleCheck,
  IconInfoCircle,
  IconSquareXFilled,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction, useRequest } from '../../bridge.ts';
import { BoundedText } from '../../ui/bounded-text.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { type Check, reportText, worstFirst } from './doctor-report.ts';
import classes from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';

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
            <li key={`${check.id} ${check.detail}`} className={classes.check}>
              <LevelShape level={check.level} />
              <div className={classes.checkText}>
                <Text size="sm" fw={600}>
                  <BoundedText text={check.title} limit={120} />
                </Text>
                <Text size="sm" c="dimmed">
                  <BoundedText text={check.detail} />
                </Text>
                {check.fix !== null && (
                  <Text size="sm">
                    {t('doctor.fix')}: <BoundedText text={check.fix} />
                  </Text>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}

const SHAPES = {
  ok: [IconCircleCheck, '--gh-low'],
  note: [IconInfoCircle, '--gh-quiet'],
  warning: [IconAlertTriangleFilled, '--gh-medium'],
  error: [IconSquareXFilled, '--gh-high'],
} as const;

function LevelShape({ level }: { readonly level: Check['level'] }) {
  const { t } = useTranslation('settings');
  const [Shape, color] = SHAPES[level];
  return (
    <span className={classes.shape} style={{ color: `var(${color})` }}>
      <Shape size={18} aria-hidden />
      <span className="gh-hidden">{t(`doctor.level.${level}`)}</span>
    </span>
  );
}
