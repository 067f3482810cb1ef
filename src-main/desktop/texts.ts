const en = {
  language: 'en' as 'en' | 'zh-CN',
  open: 'Open Gatehouse',
  quit: 'Quit Gatehouse',
  pause: 'Pause all calls',
  resume: 'Resume calls',
  approvalTitle: 'Gatehouse: a call waits',
  waiting: (count: number) =>
    count === 1 ? '1 call waits for you' : `${count} calls wait for you`,
  paused: 'All calls are paused',
  failing: (count: number) =>
    count === 1 ? '1 server is failing' : `${count} servers are failing`,
  attention: 'Something needs you',
  fine: (ok: number) => (ok === 1 ? 'All well: 1 server ok' : `All well: ${ok} servers ok`),
  none: 'No servers yet',
  ready: (name: string) => `${name}: running`,
  failed: (name: string, why: string) => `${name}: ${why}`,
  moreFailing: (count: number) => `${count} more failing`,
  notifyTitle: (tool: string, server: string) => `${tool} on ${server} waits for you`,
  notifyBody: 'Click to see the whole call and to decide.',
  pickFolder: 'Choose a folder',
  cannotStart: 'Gatehouse cannot start',
  closeAsk: 'Keep Gatehouse running?',
  closeWhy:
    'While it runs, AI clients can reach your servers and calls can ask for your approval. It stays in the tray.',
  closeKeep: 'Keep running',
  closeQuit: 'Quit',
  closeRemember: 'Do this every time the window is closed',
  cancel: 'Cancel',
};

export type Texts = typeof en;

const zh: Texts = {
  language: 'zh-CN',
  open: '打开 Gatehouse',
  quit: '退出 Gatehouse',
  pause: '暂停全部调用',
  resume: '恢复调用',
  approvalTitle: 'Gatehouse：有调用等待答复',
  waiting: (count) => `${count} 个调用等待答复`,
  paused: '全部调用已暂停',
  failing: (count) => `${count} 个服务器出现故障`,
  attention: '有事项需要处理',
  fine: (ok) => `一切正常：${ok} 个服务器可用`,
  none: '还没有服务器',
  ready: (name) => `${name}：运行中`,
  failed: (name, why) => `${name}：${why}`,
  moreFailing: (count) => `另有 ${count} 个出现故障`,
  notifyTitle: (tool, server) => `${server} 的 ${tool} 等待答复`,
  notifyBody: '点按查看完整调用并作出决定。',
  pickFolder: '选择文件夹',
  cannotStart: 'Gatehouse 无法启动',
  closeAsk: '让 Gatehouse 继续运行？',
  closeWhy: '继续运行时，AI 客户端可以访问服务器，调用也能请求批准。Gatehouse 会留在托盘中。',
  closeKeep: '继续运行',
  closeQuit: '退出',
  closeRemember: '以后关闭窗口时都这样做',
  cancel: '取消',
};

/** The desktop's words: the person's setting, or the system's language, Chinese or else English. */
export function textsFor(setting: 'system' | 'en' | 'zh-CN', locale: string): Texts {
  const language = setting === 'system' ? locale : setting;
  return language.toLowerCase().startsWith('zh') ? zh : en;
}
