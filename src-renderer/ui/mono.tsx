import { CopyButton } from './copy-button.tsx';
import { ForeignText } from './foreign-text.tsx';
import classes from './mono.module.css';

/** An exact value (id, path, url) in a monospaced face, selectable, with a copy button. */
export function Mono({ text, label }: { readonly text: string; readonly label?: string }) {
  return (
    <span className={classes.mono}>
      <code className="gh-mono">
        <ForeignText text={text} />
      </code>
      <CopyButton value={text} {...(label === undefined ? {} : { label })} />
    </span>
  );
}
