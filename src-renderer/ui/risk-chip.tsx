import { Popover, Text, UnstyledButton } from '@mantine/core';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { RiskLevel, RiskReason } from '../../src-preload/contract/index.ts';
import classes from './risk-chip.module.css';
import { useReasonText } from './use-reason-text.ts';
import { VisibleText } from './visible-text-view.tsx';

/** Low is a hollow dot, medium half, high filled: told apart without colour. */
export function RiskShape({
  risk,
  size = 10,
}: {
  readonly risk: RiskLevel;
  readonly size?: number;
}) {
  return (
    <svg width={size} height={size} viewBox="0 0 10 10" aria-hidden="true" focusable="false">
      <circle cx="5" cy="5" r="4" fill="none" stroke="currentColor" strokeWidth="1.5" />
      {risk === 'medium' && <path d="M5 1a4 4 0 0 0 0 8z" fill="currentColor" />}
      {risk === 'high' && <circle cx="5" cy="5" r="4" fill="currentColor" />}
    </svg>
  );
}

interface Props {
  readonly risk: RiskLevel;
  /** With reasons the chip is a button that tells them. */
  readonly reasons?: readonly RiskReason[];
  readonly large?: boolean;
}

/** Shape and word of a grade, and on demand why it is so. */
export function RiskChip({ risk, reasons, large = false }: Props) {
  const { t } = useTranslation();
  const style: CSSProperties & Record<'--gh-risk', string> = { '--gh-risk': `var(--gh-${risk})` };
  const name = `${classes.chip} ${large ? classes.large : ''}`;
  const word = (
    <>
      <RiskShape risk={risk} />
      {t(`risk.${risk}`)}
    </>
  );
  if (reasons === undefined)
    return (
      <span className={name} style={style}>
        {word}
      </span>
    );
  return (
    <Popover width={340} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={`${name} ${classes.button}`} style={style}>
          {word}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Reasons risk={risk} reasons={reasons} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Reasons({
  risk,
  reasons,
}: {
  readonly risk: RiskLevel;
  readonly reasons: readonly RiskReason[];
}) {
  const { t } = useTranslation('risk');
  const shared = useTranslation('shared').t;
  const say = useReasonText();
  const title = t('why', { risk: shared(`risk.${risk}`).toLowerCase() });
  return (
    <>
      <Text size="sm" fw={600} mb={6} tabIndex={-1} data-autofocus>
        {title}
      </Text>
      {reasons.length === 0 && <Text size="sm">{t('noReasons')}</Text>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={title}>
        <ul className={classes.reasons}>
          {reasons.map((reason) => (
            <li key={`${reason.from} ${reason.text}`}>
              <Text size="sm" component="span">
                <VisibleText text={say(reason)} />
              </Text>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
