import { notifications } from '@mantine/notifications';
import type { Failure } from '../../src-preload/contract/index.ts';
import { failureText } from '../i18n/failure-text.ts';
import { i18n } from '../i18n/i18n.ts';

/** A passing word that something was done. */
export function notifyDone(message: string): void {
  notifications.show({ message, autoClose: 3000, withBorder: true });
}

/** For actions whose place on the screen is gone; else show a `FailureNote` where the action was. */
export function notifyFailure(failure: Failure): void {
  const { sentence, fix } = failureText(failure, i18n.language === 'zh-CN' ? 'zh-CN' : 'en');
  notifications.show({
    title: i18n.t('failed'),
    message: [sentence, fix].filter((part) => part !== null).join(' '),
    color: 'red',
    withBorder: true,
    role: 'alert',
  });
}
