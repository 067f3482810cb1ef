export const locale = {
  en: {
    title: 'Give your agents their first tools',
    intro:
      'Gatehouse starts MCP servers for you, shows the exact command before anything runs, and asks you before a dangerous call.',
    starterTitle: 'Start with a folder',
    starter:
      'A bundled server that reads and writes files in one folder that you choose. Works offline, nothing is downloaded.',
    pick: 'Choose a folder',
    haveTitle: 'Bring your servers along',
    have: 'Paste the configuration of any AI client, a command line, or a URL.',
    paste: 'Paste a configuration',
    newTitle: 'Write one by hand',
    new: 'Name, command, variables. You confirm the command before it starts.',
    add: 'Add a server',
    name: 'Files in {{folder}}',
  },
  'zh-CN': {
    title: '为你的智能体接入第一批工具',
    intro: 'Gatehouse 替你启动 MCP 服务器，运行之前展示完整命令，遇到危险调用先问你。',
    starterTitle: '从一个文件夹开始',
    starter: '内置服务器，只在你选定的文件夹内读写文件。离线可用，无需下载。',
    pick: '选择文件夹',
    haveTitle: '带上已有的服务器',
    have: '粘贴任意 AI 客户端的配置、一行命令或一个 URL。',
    paste: '粘贴配置',
    newTitle: '手动填写',
    new: '填写名称、命令和变量。启动之前由你确认命令。',
    add: '添加服务器',
    name: '{{folder}} 中的文件',
  },
} as const;
