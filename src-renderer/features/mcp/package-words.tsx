import { useTranslation } from 'react-i18next';
import type { Package } from '../../../src-preload/contract/index.ts';
import { VisibleText } from '../../ui/visible-text-view.tsx';

/** Scripts named before it says how many more there are. */
const NAMED = 6;

/** Name and version of a package, or how its version will be chosen. */
export function PackageVersion({ facts }: { readonly facts: Package }) {
  const { t } = useTranslation('mcp');
  const { name, version, spec } = facts;
  return (
    <>
      <code className="gh-mono">
        <VisibleText text={version === null ? spec : `${name}@${version}`} />
      </code>
      {version === null && <> · {t('package.chosenLater')}</>}
    </>
  );
}

/** What becomes of a package's install scripts, in a sentence. */
export function useScriptsText(): (facts: Package) => string {
  const { t } = useTranslation('mcp');
  return ({ scripts, scripts_allowed: allowed, installed }) => {
    if (allowed) return t('package.scriptsAllowed');
    if (scripts.length > 0) {
      const names = scripts.slice(0, NAMED).join(', ');
      const more = scripts.length > NAMED ? ` +${scripts.length - NAMED}` : '';
      return t('package.scriptsHeld', { names: `${names}${more}` });
    }
    return t(installed ? 'package.scriptsNone' : 'package.scriptsUnknown');
  };
}

/** Why npx runs as written; the owner's own sentence in English. */
export function useFallbackText(): (fallback: NonNullable<Package['fallback']>) => string {
  const { t, i18n } = useTranslation('mcp');
  return ({ code, text }) =>
    i18n.language === 'en' && text !== '' ? text : t(`package.fallback.${code}`);
}
