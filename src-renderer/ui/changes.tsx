import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Change } from '../../src-preload/contract/index.ts';
import { BoundedText } from './bounded-text.tsx';
import classes from './changes.module.css';

/** Fields drawn at once. */
const STEP = 100;

/** What differs, field by field: `−` was, `+` is. Both are complete. */
export function Changes({ changes }: { readonly changes: readonly Change[] }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(STEP);
  const side = (sign: '−' | '+', value: string | null, label: string) => (
    <div className={sign === '−' ? classes.before : classes.after}>
      <span className={classes.sign} aria-hidden>
        {sign}
      </span>
      <span className="gh-hidden">{label}</span>
      {value === null ? (
        <i>{t('absent')}</i>
      ) : (
        <code className="gh-mono">
          {value === '' ? t('emptyValue') : <BoundedText text={value} limit={4000} />}
        </code>
      )}
    </div>
  );
  return (
    <>
      <dl className={classes.list}>
        {changes.slice(0, shown).map((change) => (
          <div key={change.field}>
            <dt className={classes.field}>{change.field}</dt>
            <dd className={classes.values}>
              {side('−', change.before, t('before'))}
              {side('+', change.after, t('after'))}
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
