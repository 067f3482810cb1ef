import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Change } from '../../src-preload/contract/index.ts';
import classes from './changes.module.css';
import { readablePair } from './readable-json.ts';
import { TextDiff } from './text-diff-view.tsx';
import { VisibleText } from './visible-text-view.tsx';

/** Fields drawn at once. */
const STEP = 100;

/** What differs, field by field: `−` was, `+` is. Values are JSON text and shown as they read best. */
export function Changes({ changes }: { readonly changes: readonly Change[] }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(STEP);
  return (
    <>
      <dl className={classes.list}>
        {changes.slice(0, shown).map(({ field, before, after }) => (
          <div key={field}>
            <dt className={classes.field}>
              <VisibleText text={field} />
              {(before === null || after === null) && (
                <span className={classes.fate}>
                  {t(before === null ? 'fieldAdded' : 'fieldRemoved')}
                </span>
              )}
            </dt>
            <dd className={classes.values}>
              <TextDiff {...readablePair(before, after)} />
            </dd>
          </div>
        ))}
      </dl>
      {changes.length > shown && (
        <Button mt="xs" size="compact-sm" onClick={() => setShown(shown + STEP)}>
          {t('moreOf', { count: changes.length - shown })}
        </Button>
      )}
    </>
  );
}
