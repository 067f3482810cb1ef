export const locale = { en: {}, 'zh-CN': {} } as const;
