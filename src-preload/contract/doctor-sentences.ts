import type { Language } from './failure-text.ts';
import type { DoctorSaid } from './views/app.ts';

interface Sentences {
  readonly detail: string;
  readonly fix?: string;
}

/** What the doctor finds beside the servers; `{{name}}` is a fact of the finding. */
const doctorSentences: Readonly<Record<Language, Readonly<Record<DoctorSaid['code'], Sentences>>>> =
  {
    en: {
      home: {
        detail:
          '{{home}}, owned by {{owner}} (pid {{pid}}), Gatehouse {{version}} on Node {{node}}.',
      },
      home_closed: {
        detail: 'It cannot be opened. {{reason}}',
        fix: 'Make the folder and its disk writable for your user, then look again.',
      },
      unchecked: { detail: 'It can be checked when this is mended.' },
      key_in_keychain: { detail: '{{reason}}' },
      key_in_file: {
        detail: '{{reason}}',
        fix: 'A keychain protects it better: a file can be read by every program of this user.',
      },
      key_missing: {
        detail: '{{reason}}',
        fix: 'Unlock the keychain that this home was created with.',
      },
      store_works: { detail: '{{reason}}' },
      store_fails: {
        detail: '{{reason}}',
        fix: 'Unlock or install a keychain service (on Debian: gnome-keyring), or choose the file: gatehouse secret store file',
      },
      registry_read: {
        detail: '{{path}}: {{servers}} servers, configuration version {{version}}.',
      },
      registry_unreadable: {
        detail: '{{path}}{{place}}: {{reason}}',
        fix: 'Mend the file by hand; Gatehouse does not write to it until then. Earlier versions are in backups.',
      },
      entry_invalid: {
        detail: '{{reason}}{{place}}',
        fix: 'Mend the entry in the file, or remove it.',
      },
      gateway_listens: { detail: 'Clients reach it at {{address}}; {{clients}} have a token.' },
      gateway_off: {
        detail: 'It does not listen: it does while the app is open or `gatehouse serve` runs.',
      },
      trust_whole: { detail: 'Every row is whole.' },
      trust_broken: {
        detail: '{{rows}} rows do not carry our mark and are not believed: {{some}}.',
        fix: 'Confirm and accept again what they covered.',
      },
      journal_whole: { detail: '{{entries}} entries, the chain is whole.' },
      journal_broken: {
        detail: '{{reason}}',
        fix: 'See every break with gatehouse journal verify.',
      },
    },
    'zh-CN': {
      home: {
        detail:
          '{{home}}，由 {{owner}} 持有（pid {{pid}}），Gatehouse {{version}}，Node {{node}}。',
      },
      home_closed: {
        detail: '无法打开：{{reason}}',
        fix: '让你的用户可以写入该文件夹及其所在磁盘，然后再次诊断。',
      },
      unchecked: { detail: '修复上述问题之后才能检查。' },
      key_in_keychain: { detail: '完整性密钥在系统钥匙串中。' },
      key_in_file: {
        detail: '完整性密钥在文件中：{{reason}}',
        fix: '钥匙串更安全：文件可以被此用户的任何程序读取。',
      },
      key_missing: {
        detail: '找不到完整性密钥：{{reason}}',
        fix: '解锁创建此主目录时使用的钥匙串。',
      },
      store_works: { detail: '密钥存储可用。' },
      store_fails: {
        detail: '密钥存储不可用：{{reason}}',
        fix: '解锁或安装钥匙串服务（Debian 上为 gnome-keyring），或改用文件：gatehouse secret store file',
      },
      registry_read: { detail: '{{path}}：{{servers}} 个服务器，配置版本 {{version}}。' },
      registry_unreadable: {
        detail: '无法读取 {{path}}{{place}}：{{reason}}',
        fix: '请手动修复该文件；在此之前 Gatehouse 不会写入它。早先的版本在 backups 中。',
      },
      entry_invalid: {
        detail: '条目无效：{{reason}}{{place}}',
        fix: '修复文件中的这一条目，或将其移除。',
      },
      gateway_listens: { detail: '客户端通过 {{address}} 访问；{{clients}} 个客户端持有令牌。' },
      gateway_off: { detail: '未在监听：只在应用打开或 `gatehouse serve` 运行时监听。' },
      trust_whole: { detail: '每一行都完整。' },
      trust_broken: {
        detail: '{{rows}} 行没有我们的标记，不被采信：{{some}}。',
        fix: '重新确认和接受它们所涉及的内容。',
      },
      journal_whole: { detail: '{{entries}} 条记录，校验链完整。' },
      journal_broken: {
        detail: '校验链已断开：{{reason}}',
        fix: '用 gatehouse journal verify 查看每一处断开。',
      },
    },
  };

/** What was found and what to do, in words; `fix` is null when there is nothing to do. */
export function doctorText(
  { code, facts }: DoctorSaid,
  language: Language,
): { readonly detail: string; readonly fix: string | null } {
  const { detail, fix = null } = doctorSentences[language][code];
  const filled = (text: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
      Object.hasOwn(facts, name) ? String(facts[name]) : '',
    );
  return { detail: filled(detail), fix: fix === null ? null : filled(fix) };
}
