import { Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Agent } from '../../../src-preload/contract/index.ts';
import { RiskShape } from '../../ui/risk-chip.tsx';
import classes from './agents-screen.module.css';

const LEVELS = ['low', 'medium', 'high'] as const;
const isWay = (way: string): way is 'allow' | 'ask' | 'deny' =>
  ['allow', 'ask', 'deny'].includes(way);

/** The built-in agent: nothing to set, so only said. */
export function BuiltIn({ agent }: { readonly agent: Agent }) {
  const { t } = useTranslation(['agents', 'shared']);
  return (
    <div className={classes.page}>
      <Text size="sm" maw={640}>
        {t('builtInHint')}
      </Text>
      <div>
        <Title order={3} mb={4}>
          {t('settings.approval')}
        </Title>
        <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {LEVELS.map((risk) => {
            const way = agent.approval[risk];
            return (
              <Text key={risk} component="li" size="sm">
                <span style={{ color: `var(--gh-${risk})` }}>
                  <RiskShape risk={risk} />
                </span>{' '}
                {t(`shared:riskLabel.${risk}`)}: {isWay(way) ? t(`ways.${way}`) : way.slice(0, 40)}
              </Text>
            );
          })}
        </ul>
      </div>
    </div>
  );
}
