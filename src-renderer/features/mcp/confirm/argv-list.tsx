import { useTranslation } from 'react-i18next';
import { VisibleText } from '../../../ui/visible-text-view.tsx';
import classes from './argv-list.module.css';

/** The complete command, one argument per line, numbered, never cut. */
export function ArgvList({ argv }: { readonly argv: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <ol className={classes.list} start={0}>
      {argv.map((argument, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an argument is its place
        <li key={index} className={classes.line}>
          <span className={classes.number} aria-hidden>
            {index}
          </span>
          {argument === '' ? (
            <i>{t('emptyValue')}</i>
          ) : (
            <code className={classes.argument}>
              <VisibleText text={argument} />
            </code>
          )}
        </li>
      ))}
    </ol>
  );
}
