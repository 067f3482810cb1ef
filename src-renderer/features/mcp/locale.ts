import { add } from './texts/add.ts';
import { confirm } from './texts/confirm.ts';
import { detail } from './texts/detail.ts';
import { list } from './texts/list.ts';
import { packageTexts } from './texts/package.ts';

export const locale = {
  en: {
    ...list.en,
    adding: add.en,
    confirm: confirm.en,
    detail: detail.en,
    package: packageTexts.en,
  },
  'zh-CN': {
    ...list['zh-CN'],
    adding: add['zh-CN'],
    confirm: confirm['zh-CN'],
    detail: detail['zh-CN'],
    package: packageTexts['zh-CN'],
  },
} as const;
