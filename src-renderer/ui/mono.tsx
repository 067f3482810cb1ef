import { CopyButton } from './copy-button.tsx';
import classes from './mono.module.css';
import { VisibleText } from './visible-text-view.tsx';

/** An exact value (id, path, url) in a monospaced face, selectable, with a copy button. */
export function Mono({ text, label }: { readonly text: string; readonly label?: string }) {
  return (
    <span className={classes.mono}>
      <code className="gh-mono">
        <VisibleText text={text} />
      </code>
      <CopyButton value={text} {...(label === undefined ? {} : { label })} />
    </span>
  );
}
