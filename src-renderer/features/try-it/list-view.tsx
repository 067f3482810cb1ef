import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { firstDraft, type Item } from './drafts.ts';
import type { Control } from './fields.ts';
import type { Problems } from './problems.ts';
import { SlotView } from './slot-view.tsx';
import classes from './try-it.module.css';

interface Props {
  readonly control: Extract<Control, { kind: 'list' }>;
  readonly items: readonly Item[];
  readonly path: string;
  readonly problems: Problems;
  readonly onChange: (items: readonly Item[]) => void;
}

/** The items of a list, to add and remove. */
export function ListView({ control, items, path, problems, onChange }: Props) {
  const { t } = useTranslation('try-it');
  const add = () => {
    const id = Math.max(-1, ...items.map((item) => item.id)) + 1;
    onChange([...items, { id, draft: firstDraft(control.item, true) }]);
  };
  return (
    <div className={classes.group}>
      {items.map((item, index) => (
        <SlotView
          key={item.id}
          name={t('item', { number: index + 1 })}
          slot={control.item}
          required
          unnamed
          path={`${path}/${item.id}`}
          draft={item.draft}
          problems={problems}
          onChange={(draft) =>
            onChange(items.map((each) => (each.id === item.id ? { ...each, draft } : each)))
          }
          extra={
            <ActionIcon
              variant="subtle"
              color="gray"
              c="dimmed"
              size="sm"
              aria-label={t('removeItem', { number: index + 1 })}
              onClick={() => onChange(items.filter((each) => each.id !== item.id))}
            >
              <IconX size={14} />
            </ActionIcon>
          }
        />
      ))}
      <Button w="fit-content" leftSection={<IconPlus size={14} />} onClick={add}>
        {t('addItem')}
      </Button>
    </div>
  );
}
