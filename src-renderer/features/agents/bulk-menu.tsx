import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RiskLevel } from '../../../src-preload/contract/index.ts';
import { formatRoute } from '../../store/route.ts';
import { withTools } from './allowed-tools.ts';
import type { ServerRow } from './matrix-rows.ts';
import type { Allowing } from './use-allowed.ts';

interface Props {
  readonly row: ServerRow;
  readonly name: string;
  readonly onChange: Allowing['change'];
}

/** Ticks many tools of a server at once, by their grade. */
export function BulkMenu({ row, name, onChange }: Props) {
  const { t } = useTranslation('agents');
  const { id, tools } = row;
  const tick = (risks: readonly RiskLevel[]) => () => {
    const names = tools.filter(({ risk }) => risks.includes(risk)).map((tool) => tool.name);
    onChange(id, (globs) => withTools(globs, names));
  };
  return (
    <Menu position="bottom-end" returnFocus>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="dimmed"
          size="sm"
          aria-label={t('bulk.label', { name })}
        >
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={tools.length === 0} onClick={tick(['low'])}>
          {t('bulk.low')}
        </Menu.Item>
        <Menu.Item disabled={tools.length === 0} onClick={tick(['low', 'medium'])}>
          {t('bulk.medium')}
        </Menu.Item>
        <Menu.Item onClick={() => onChange(id, () => ['*'])}>{t('bulk.all')}</Menu.Item>
        <Menu.Divider />
        <Menu.Item disabled={row.globs.length === 0} onClick={() => onChange(id, () => [])}>
          {t('bulk.none')}
        </Menu.Item>
        {row.server !== null && (
          <Menu.Item component="a" href={formatRoute('mcp', [id, 'tools'])}>
            {t('bulk.open')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
