import { Fragment, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BoundedText } from './bounded-text.tsx';
import { type DiffLine, diffLines, folded } from './text-diff.ts';
import classes from './text-diff-view.module.css';
import { VisibleText } from './visible-text-view.tsx';

interface Props {
  /** null: there was none. */
  readonly before: string | null;
  /** null: there is none any more. */
  readonly after: string | null;
}

const SIGNS = { same: ' ', removed: '−', added: '+' } as const;
/** Lines drawn before a person asks for more. */
const STEP = 400;

/** Two texts as one, line by line: `−` left, `+` came. Told by sign, ground and line through, not by hue alone. */
export function TextDiff({ before, after }: Props) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const [most, setMost] = useState(STEP);
  const lines = useMemo(() => linesOf(before, after), [before, after]);
  const parts = all ? [lines] : folded(lines);
  let drawn = 0;
  const shown = parts.map((part) => {
    if (typeof part === 'number') return part;
    const cut = part.slice(0, Math.max(0, most - drawn));
    drawn += part.length;
    return cut;
  });
  return (
    <div className={classes.diff}>
      {shown.map((part, at) =>
        typeof part === 'number' ? (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name of their own
            key={at}
            type="button"
            className={classes.fold}
            onClick={() => setAll(true)}
          >
            {t('unchanged', { count: part })}
          </button>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name of their own
          <Fragment key={at}>
            {part.map((line, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name of their own
              <Line key={place} line={line} />
            ))}
          </Fragment>
        ),
      )}
      {drawn > most && (
        <button type="button" className={classes.fold} onClick={() => setMost(most + STEP * 5)}>
          {t('moreOf', { count: drawn - most })}
        </button>
      )}
    </div>
  );
}

function linesOf(before: string | null, after: string | null): readonly DiffLine[] {
  if (before !== null && after !== null) return diffLines(before, after);
  const kind = before === null ? 'added' : 'removed';
  return (before ?? after ?? '').split('\n').map((text) => ({ kind, text }));
}

function Line({ line }: { readonly line: DiffLine }) {
  const { t } = useTranslation();
  const { kind, text, pieces } = line;
  const Tag = kind === 'same' ? 'span' : kind === 'added' ? 'ins' : 'del';
  return (
    <div className={classes.line} data-kind={kind}>
      <span className={classes.sign} aria-hidden>
        {SIGNS[kind]}
      </span>
      {kind !== 'same' && (
        <span className="gh-hidden">{t(kind === 'added' ? 'after' : 'before')}: </span>
      )}
      <Tag className={classes.text}>
        {pieces === undefined ? (
          text === '' && kind !== 'same' ? (
            <i>{t('emptyValue')}</i>
          ) : (
            <BoundedText text={text} limit={4000} />
          )
        ) : (
          pieces.map((piece, at) =>
            piece.changed ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no name of their own
              <b key={at} className={classes.changed}>
                <VisibleText text={piece.text} />
              </b>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no name of their own
              <VisibleText key={at} text={piece.text} />
            ),
          )
        )}
      </Tag>
    </div>
  );
}
