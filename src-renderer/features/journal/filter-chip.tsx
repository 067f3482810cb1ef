import { CloseButton, Menu, UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { VisibleText } from '../../ui/visible-text-view.tsx';
import classes from './filter-chip.module.css';

interface Props {
  readonly name: string;
  /** What is picked, in words; '' for any. */
  readonly value: string;
  readonly picked: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** '' for any. */
  readonly onPick: (value: string) => void;
}

/** A filter as a chip: pick from a menu, take off with its cross. */
export function FilterChip({ name, value, picked, options, onPick }: Props) {
  const { t } = useTranslation('journal');
  const on = value !== '';
  return (
    <span className={classes.chip} data-on={on}>
      <Menu position="bottom-start" returnFocus>
        <Menu.Target>
          <UnstyledButton className={classes.button ?? ''}>
            {name}
            {on && (
              <b className={classes.value}>
                <VisibleText text={value} />
              </b>
            )}
            {!on && <IconChevronDown size={12} />}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown mah={320} style={{ overflow: 'auto' }}>
          <Menu.Item onClick={() => onPick('')} rightSection={!on && <IconCheck size={14} />}>
            {t('any')}
          </Menu.Item>
          {options.map((option) => (
            <Menu.Item
              key={option.value}
              onClick={() => onPick(option.value)}
              rightSection={picked === option.value && <IconCheck size={14} />}
            >
              <VisibleText text={option.label} />
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {on && (
        <CloseButton
          size="xs"
          variant="transparent"
          aria-label={t('without', { name })}
          onClick={() => onPick('')}
        />
      )}
    </span>
  );
}
