import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { timeAgo } from './time-text.ts';

/** How long ago, kept fresh; the exact time as its tooltip. */
export function TimeAgo({ instant }: { readonly instant: string }) {
  const { i18n } = useTranslation();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  const language = i18n.language === 'zh-CN' ? 'zh-CN' : 'en';
  return (
    <time dateTime={instant} title={new Date(instant).toLocaleString(language)}>
      {timeAgo(instant, now, language)}
    </time>
  );
}
