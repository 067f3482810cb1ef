import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { assertNever } from '../../ui/assert-never.ts';
import { VisibleText } from '../../ui/visible-text-view.tsx';
import { type Draft, firstDraft, openDraft, unset } from './drafts.ts';
import type { Control } from './fields.ts';
import { FieldsView } from './fields-view.tsx';
import { ListView } from './list-view.tsx';
import type { Problems } from './problems.ts';
import { SlotView } from './slot-view.tsx';

interface Props {
  readonly id: string;
  readonly control: Control;
  readonly draft: Draft;
  readonly path: string;
  readonly problems: Problems;
  readonly onChange: (draft: Draft) => void;
}

/** The way to enter one kind of value. */
export function ControlView({ id, control, draft, path, problems, onChange }: Props) {
  const { t } = useTranslation('try-it');
  const text = draft.kind === 'text' ? draft.text : '';
  const asText = (value: string) => onChange({ kind: 'text', text: value });
  switch (control.kind) {
    case 'text':
      return (
        <Textarea
          id={id}
          autosize
          minRows={1}
          maxRows={12}
          spellCheck={false}
          value={text}
          placeholder={control.hint}
          onChange={(event) => asText(event.currentTarget.value)}
        />
      );
    case 'number':
      return (
        <TextInput
          id={id}
          inputMode={control.integer ? 'numeric' : 'decimal'}
          maw={240}
          value={text}
          onChange={(event) =>
            event.currentTarget.value === '' ? onChange(unset) : asText(event.currentTarget.value)
          }
        />
      );
    case 'boolean':
      return (
        <NativeSelect
          id={id}
          maw={240}
          value={draft.kind === 'flag' ? String(draft.on) : ''}
          data={[
            { value: '', label: '' },
            { value: 'true', label: t('yes') },
            { value: 'false', label: t('no') },
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange(value === '' ? unset : { kind: 'flag', on: value === 'true' })
          }
        />
      );
    case 'choice':
      return (
        <NativeSelect
          id={id}
          maw={360}
          value={draft.kind === 'pick' ? String(draft.index) : ''}
          data={[
            { value: '', label: '' },
            ...control.options.map(({ label }, index) => ({ value: String(index), label })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange(value === '' ? unset : { kind: 'pick', index: Number(value) })
          }
        />
      );
    case 'fixed':
      if (draft.kind === 'unset')
        return <Opener id={id} onOpen={() => onChange({ kind: 'fixed' })} />;
      return (
        <code className="gh-mono" id={id}>
          <VisibleText text={t('fixed', { value: control.json })} />
        </code>
      );
    case 'list':
      if (draft.kind !== 'items')
        return <Opener id={id} onOpen={() => onChange(openDraft(control))} />;
      return (
        <ListView
          control={control}
          items={draft.items}
          path={path}
          problems={problems}
          onChange={(items) => onChange({ kind: 'items', items })}
        />
      );
    case 'object':
      if (draft.kind !== 'fields')
        return <Opener id={id} onOpen={() => onChange(openDraft(control))} />;
      return (
        <FieldsView
          nested
          fields={control.fields}
          drafts={draft.fields}
          path={path}
          problems={problems}
          onChange={(fields) => onChange({ kind: 'fields', fields })}
        />
      );
    case 'variants': {
      if (draft.kind !== 'variant')
        return <Opener id={id} onOpen={() => onChange(openDraft(control))} />;
      const variant = control.variants[draft.index];
      const label = (index: number) => {
        const { label: title, slot } = control.variants[index] ?? {};
        const kind = slot?.control.kind;
        if (title !== undefined && title !== '') return title;
        return kind === undefined ? t('variantNumber', { number: index + 1 }) : t(`type.${kind}`);
      };
      return (
        <>
          <NativeSelect
            id={id}
            maw={360}
            value={String(draft.index)}
            data={control.variants.map((_, index) => ({
              value: String(index),
              label: label(index),
            }))}
            onChange={({ currentTarget: { value } }) => {
              const index = Number(value);
              const picked = control.variants[index];
              if (picked !== undefined)
                onChange({ kind: 'variant', index, draft: firstDraft(picked.slot, true) });
            }}
          />
          {variant !== undefined && (
            <SlotView
              name={label(draft.index)}
              slot={variant.slot}
              required
              unnamed
              path={`${path}/${draft.index}`}
              draft={draft.draft}
              problems={problems}
              onChange={(inner) => onChange({ ...draft, draft: inner })}
            />
          )}
        </>
      );
    }
    case 'json':
      return null;
    default:
      return assertNever(control);
  }
}

function Opener({ id, onOpen }: { readonly id: string; readonly onOpen: () => void }) {
  const { t } = useTranslation('try-it');
  return (
    <Button id={id} aria-describedby={`${id}-name`} w="fit-content" onClick={onOpen}>
      {t('setValue')}
    </Button>
  );
}
