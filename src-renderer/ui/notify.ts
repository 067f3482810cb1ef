import { notifications } from '@mantine/notifications';
import { type Failure, failureLine, failureText } from '../../src-preload/contract/index.ts';
import { i18n, shownLanguage } from '../i18n/i18n.ts';

/** A passing word that something was done. */
export function notifyDone(message: string): void {
  notifications.show({ message, autoClose: 3000, withBorder: true });
}

/** For actions whose place on the screen is gone; else show a `FailureNote` where the action was. */
export function notifyFailure(failure: Failure): void {
  const language = shownLanguage(i18n.language);
  const { fix } = failureText(failure, language);
  notifications.show({
    title: i18n.t('failed'),
    message: [failureLine(failure, language), fix].filter((part) => part !== null).join(' '),
    color: 'red',
    withBorder: true,
    role: 'alert',
  });
}
