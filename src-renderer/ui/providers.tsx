import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@mantine/spotlight/styles.layer.css';
import './tokens.css';
import { MantineProvider, MantineThemeProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { type ReactNode, useEffect } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import type { Settings } from '../../src-preload/contract/index.ts';
import { i18n, languageOf } from '../i18n/i18n.ts';
import { cssVariables, theme } from './theme.ts';

interface Props {
  /** Null until they have arrived: then the system decides. */
  readonly settings: Pick<Settings, 'language' | 'theme'> | null;
  readonly children: ReactNode;
}

/** Theme, language, modals and notices of a window; both windows stand in one. */
export function Providers({ settings, children }: Props) {
  const language = languageOf(settings?.language ?? 'system', navigator.languages);
  useEffect(() => {
    document.documentElement.lang = language;
    void i18n.changeLanguage(language);
  }, [language]);
  const scheme = settings?.theme ?? 'system';
  return (
    <I18nextProvider i18n={i18n}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        {...(scheme === 'system' ? {} : { forceColorScheme: scheme })}
      >
        <Dialogs>{children}</Dialogs>
      </MantineProvider>
    </I18nextProvider>
  );
}

function Dialogs({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const named = { defaultProps: { closeButtonProps: { 'aria-label': t('close') } } };
  return (
    <MantineThemeProvider
      inherit
      theme={{ components: { Modal: named, Drawer: named, Notification: named } }}
    >
      <ModalsProvider labels={{ confirm: t('done'), cancel: t('cancel') }}>
        <Notifications position="bottom-right" limit={3} autoClose={6000} />
        {children}
      </ModalsProvider>
    </MantineThemeProvider>
  );
}
