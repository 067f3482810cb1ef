import { memo, useMemo } from 'react';
import classes from './visible-text.module.css';
import { type SeeText, segmentsOf, type TextRange, visibleText } from './visible-text.ts';

interface Props {
  readonly text: string;
  /** Stretches to highlight, as offsets of the visible text. */
  readonly hits?: readonly TextRange[];
  /** The hit that the reader stands on. */
  readonly current?: TextRange | undefined;
  /** Reads the text; give a `seeOnce` where the same long text is shown in many places. */
  readonly see?: SeeText;
  /** Shows only this stretch of the visible text. */
  readonly stretch?: TextRange;
}

const NONE: readonly TextRange[] = [];

/** Foreign text as plain text: what cannot be seen stands there as `‹U+200B›`. Bounding it is the caller's part. */
export const VisibleText = memo(function VisibleText({
  text,
  hits = NONE,
  current,
  see = visibleText,
  stretch,
}: Props) {
  const visible = useMemo(() => see(text), [see, text]);
  return (
    <span className={classes.text} dir="ltr">
      {segmentsOf(visible, hits, stretch).map((segment) => {
        if (!segment.mark && !segment.hit) return segment.text;
        const here =
          current !== undefined && segment.start >= current.start && segment.start < current.end;
        const names = [
          segment.mark ? classes.mark : '',
          segment.hit ? classes.hit : '',
          segment.hit && here ? classes.current : '',
        ];
        return (
          <span key={segment.start} className={names.join(' ')}>
            {segment.text}
          </span>
        );
      })}
    </span>
  );
});
