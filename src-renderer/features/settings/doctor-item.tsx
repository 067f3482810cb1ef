import { Group, Text } from '@mantine/core';
import {
  IconAlertTriangleFilled,
  IconCircleCheck,
  IconInfoCircle,
  IconSquareXFilled,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { doctorText } from '../../../src-preload/contract/index.ts';
import { useRequest } from '../../bridge.ts';
import { shownLanguage } from '../../i18n/i18n.ts';
import { BoundedText } from '../../ui/bounded-text.tsx';
import { ReasonView } from '../mcp/reason-view.tsx';
import { serverName } from '../mcp/server-name.ts';
import { WayButtons } from '../mcp/way-buttons.tsx';
import type { Check } from './doctor-report.ts';
import { locale } from './locale.ts';
import classes from './settings.module.css';

/** An entry of the file that is no server: there is nothing to ask for. */
const INVALID = 'server:';
const titles = locale.en.doctor.title;
const hasTitle = (id: string): id is keyof typeof titles => Object.hasOwn(titles, id);

/** One finding. What is wrong with a server is said and mended as on its card. */
export function DoctorItem({ check }: { readonly check: Check }) {
  const { t, i18n } = useTranslation('settings');
  const id = check.server_id ?? null;
  const server = useRequest('server/show', id === null ? null : { id }).value;
  const { failure, ways = [] } = check;
  const { detail, fix } = check.said ? doctorText(check.said, shownLanguage(i18n.language)) : check;
  const title =
    id !== null
      ? t('doctor.server', { name: server === null ? id : serverName(server) })
      : check.id.startsWith(INVALID)
        ? t('doctor.server', { name: check.id.slice(INVALID.length) })
        : hasTitle(check.id)
          ? t(`doctor.title.${check.id}`)
          : check.title;
  return (
    <li className={classes.check}>
      <LevelShape level={check.level} />
      <div className={classes.checkText}>
        <Text size="sm" fw={600}>
          <BoundedText text={title} limit={120} />
        </Text>
        {failure === undefined ? (
          <Text size="sm" c="dimmed">
            <BoundedText text={detail} />
          </Text>
        ) : (
          <ReasonView
            failure={failure}
            since={check.since ?? null}
            retryAt={check.retry_at ?? null}
          />
        )}
        {failure === undefined && fix !== null && (
          <Text size="sm">
            {t('doctor.fix')}: <BoundedText text={fix} />
          </Text>
        )}
        {ways.length > 0 && (
          <Group gap={8} mt={4}>
            <WayButtons
              server={{ id: id ?? '', name: server === null ? (id ?? '') : serverName(server) }}
              ways={ways}
              transport={server?.registration.transport ?? 'stdio'}
            />
          </Group>
        )}
      </div>
    </li>
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
