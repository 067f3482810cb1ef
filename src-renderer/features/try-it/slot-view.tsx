import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { BoundedText } from '../../ui/bounded-text.tsx';
import { VisibleText } from '../../ui/visible-text-view.tsx';
import { slotJson } from './assemble.ts';
import { ControlView } from './control-view.tsx';
import { type Draft, draftOfText, openDraft, unset } from './drafts.ts';
import type { Control, Slot } from './fields.ts';
import { JsonField } from './json-field.tsx';
import { type Problems, problemText } from './problems.ts';
import classes from './try-it.module.css';

interface Props {
  /** What the field is called; a name of the schema, or a place in a list. */
  readonly name: string;
  readonly slot: Slot;
  readonly required: boolean;
  readonly path: string;
  readonly draft: Draft;
  readonly problems: Problems;
  readonly onChange: (draft: Draft) => void;
  /** A place and no name of its own: that it must be filled goes without saying. */
  readonly unnamed?: boolean;
  /** More buttons beside the name. */
  readonly extra?: ReactNode;
}

/** Single values have nothing to gain from JSON. */
const NESTED: readonly Control['kind'][] = ['list', 'object', 'variants'];

/** One value: its name, what it is for, the way to enter it, and what is wrong with it. */
export function SlotView({
  name,
  slot,
  required,
  path,
  draft,
  problems,
  onChange,
  extra,
  unnamed = false,
}: Props) {
  const { t } = useTranslation('try-it');
  const id = useId();
  const { control, nullable } = slot;
  const json = control.kind === 'json' || draft.kind === 'raw';
  const type = control.kind === 'number' && control.integer ? 'integer' : control.kind;
  const back = draft.kind === 'raw' ? draftOfText(slot, draft.text) : openDraft(control);
  const problem = problems.of(path, draft);
  const small = { size: 'compact-xs', variant: 'subtle' } as const;
  return (
    <div className={classes.field}>
      <div className={classes.head}>
        <label className={classes.name} htmlFor={id} id={`${id}-name`}>
          <VisibleText text={name} />
        </label>
        <span className={classes.quiet}>
          {t(`type.${type}`)}
          {required && !unnamed && ` · ${t('required')}`}
          {draft.kind === 'unset' && !required && ` · ${t('notSent')}`}
          {draft.kind === 'text' &&
            draft.text === '' &&
            control.kind === 'text' &&
            ` · ${t('emptyText')}`}
        </span>
        <span className={classes.spring} />
        {nullable && draft.kind !== 'null' && (
          <Button {...small} onClick={() => onChange({ kind: 'null' })}>
            {t('useNull')}
          </Button>
        )}
        {(draft.kind === 'raw' || NESTED.includes(control.kind)) && control.kind !== 'json' && (
          <Button
            {...small}
            disabled={json && back === null}
            onClick={() => {
              if (!json) onChange({ kind: 'raw', text: slotJson(slot, draft) });
              else if (back !== null) onChange(back);
            }}
          >
            {t(json ? 'asForm' : 'asJson')}
          </Button>
        )}
        {!required && draft.kind !== 'unset' && (
          <Button {...small} onClick={() => onChange(unset)}>
            {t('clear')}
          </Button>
        )}
        {extra}
      </div>
      {(slot.title !== '' || slot.description !== '') && (
        <div className={classes.quiet} id={`${id}-about`}>
          {slot.title !== '' && slot.title !== name && (
            <>
              <VisibleText text={slot.title} />
              {slot.description !== '' && ' · '}
            </>
          )}
          <BoundedText text={slot.description} limit={240} />
        </div>
      )}
      {draft.kind === 'null' ? (
        <code className="gh-mono">{t('null')}</code>
      ) : json ? (
        <JsonField
          id={id}
          text={draft.kind === 'raw' ? draft.text : ''}
          note={control.kind === 'json' ? t(`why.${control.why}`) : ''}
          onChange={(text) => onChange(text === '' ? unset : { kind: 'raw', text })}
        />
      ) : (
        <ControlView
          id={id}
          control={control}
          draft={draft}
          path={path}
          problems={problems}
          onChange={onChange}
        />
      )}
      {problem !== null && (
        <div className={classes.error} role="alert">
          {problemText(t, problem)}
        </div>
      )}
    </div>
  );
}
