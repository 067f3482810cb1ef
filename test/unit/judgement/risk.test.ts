import { describe, expect, it } from 'vitest';
import {
  CLASSIFIER_VERSION,
  gradeTool,
  type JudgedTool,
  MAX_DESCRIPTION,
  ownTool,
} from '../../../src-main/judgement/risk.ts';

const level = (tool: JudgedTool) => gradeTool(tool).level;
const codes = (tool: JudgedTool) => gradeTool(tool).reasons.map(({ code }) => code);
const actions = (values: readonly string[], parameter = 'action') => ({
  type: 'object',
  properties: { [parameter]: { type: 'string', enum: values } },
});

describe('names', () => {
  it.each(
    `delete_note deleteNote delete-note notes.delete NOTES_DELETE deletenote rmrf d_e_l_e_t_e DeLeTe
     send_sms publishArticle run_shell_command execSql payInvoice grantRole install_package
     overwrite_page deploy-site write_file edit_file list_and_delete query_execute
     turn_on move_money calc_and_refund password_update merge_pull_request create_comment git_push unlock`.split(
      /\s+/,
    ),
  )('%s is high', (name) => {
    expect(level({ name })).toBe('high');
  });

  it.each(
    `read_text_file list_directory create_directory get_send_status list_deleted_items execution_log
     getSenderAddress list_payments get_refund calculate_refund preview_delete deploy_status post_office settings
     dry_run_delete create_draft_reply remove_from_cart undeletable sendai_weather`.split(/\s+/),
  )('%s is medium', (name) => {
    expect(level({ name })).toBe('medium');
  });

  it('grades the knowledge-graph server: deleting asks, adding and reading do not', () => {
    for (const name of ['delete_entities', 'delete_observations', 'delete_relations'])
      expect(level({ name })).toBe('high');
    for (const name of ['create_entities', 'add_observations', 'read_graph', 'open_nodes'])
      expect(level({ name })).toBe('medium');
  });
});

describe('descriptions', () => {
  it.each([
    'Deletes the given label.',
    'This tool will permanently erase all rows.',
    'Allows the agent to publish articles.',
    'Looks up the customer and mails it to the supplier.',
    'Saves the page. Existing files will be overwritten.',
    'Runs a shell command on the host.',
    'Moves things, then uninstalls the old package.',
    'Adds a comment to the ticket.',
    'Closes the account. This cannot be undone.',
    'Without asking, deletes the folder.',
  ])('high: %s', (description) => {
    expect(level({ name: 'thing', description })).toBe('high');
  });

  it.each([
    'Shows when the newsletter was sent and by which sender.',
    'Lists what a delete would match. Never deletes.',
    'Does not send anything.',
    'Returns the execution history of a job.',
    'Finds the nearest post office.',
    'Use notes_delete to remove one; see mail.send for sending.',
    'Adds two numbers.',
  ])('medium: %s', (description) => {
    expect(level({ name: 'thing', description })).toBe('medium');
  });

  it('takes advice in the text of a reading tool for advice', () => {
    const description = 'Returns the open orders. Delete old ones with the other tool.';
    expect(level({ name: 'get_orders', description })).toBe('medium');
    expect(level({ name: 'orders', description })).toBe('high');
  });
});

describe('languages', () => {
  it.each([
    ['Chinese', '批量删除联系人,不可恢复'],
    ['Chinese', '向客户发送短信'],
    ['Chinese', '支持查询订单，也可以执行任意脚本'],
    ['traditional Chinese', '將檔案刪除'],
    ['Japanese', '顧客にメールを送信する'],
    ['Japanese', 'データを削除します'],
    ['Korean', '사용자에게 알림을 전송합니다'],
    ['Korean', '파일을 삭제합니다'],
    ['Spanish', 'Elimina la cuenta del usuario'],
    ['Spanish', 'Borra la lista sin preguntar'],
    ['Portuguese', 'Envia uma mensagem ao cliente'],
    ['French', 'Supprime définitivement le dossier'],
    ['German', 'Löscht den Ordner'],
    ['German', 'Veröffentlicht den Beitrag'],
    ['Italian', 'Esegue uno script sul server'],
    ['Russian', 'Удаляет учётную запись'],
    ['Russian', 'Оплатить счёт'],
  ])('%s: %s is high', (_language, description) => {
    expect(level({ name: 'x', description })).toBe('high');
  });

  it.each([
    ['Chinese', '查看已删除的联系人'],
    ['Chinese', '保存草稿，不会发送'],
    ['Chinese', '显示执行计划'],
    ['Japanese', '送信済みの一覧を表示します'],
    ['Japanese', '下書きを保存します。送信しません'],
    ['Korean', '삭제된 파일 목록을 조회합니다'],
    ['Spanish', 'Muestra los pagos; no paga nada'],
    ['French', 'Liste les virements'],
    ['German', 'Zeigt gelöschte Dateien, löscht nichts'],
    ['Russian', 'Показывает удалённые файлы, ничего не удаляет'],
  ])('%s: %s is medium', (_language, description) => {
    expect(level({ name: 'x', description })).toBe('medium');
  });

  it.each([
    '删除文件',
    '发送邮件',
    'ファイル削除',
    '파일_삭제',
    'enviar_correo',
    'удалить_файл',
    'datei_löschen',
  ])('name %s is high', (name) => {
    expect(level({ name })).toBe('high');
  });
});

describe('hidden characters', () => {
  it.each([
    'de\u200blete_user',
    'sеnd_mail',
    'ｐｕｂｌｉｓｈ',
    'p\u00aday_bill',
    '\u202edelete\u202c_all',
    'рау_now',
  ])('%j is high', (name) => {
    expect(level({ name })).toBe('high');
  });

  it('does not raise a harmless word for its look-alike letters alone', () => {
    expect(level({ name: 'gеt_weather' })).toBe('medium');
  });
});

describe('the input schema', () => {
  it('raises by the worst action of an enum or constant, nested too', () => {
    expect(level({ name: 'notes', inputSchema: actions(['list', 'delete']) })).toBe('high');
    expect(
      level({
        name: 'door',
        inputSchema: { oneOf: [{ properties: { kind: { const: 'unlock' } } }] },
      }),
    ).toBe('high');
    expect(level({ name: 'api', inputSchema: actions(['GET', 'POST'], 'method') })).toBe('high');
    expect(level({ name: '笔记', inputSchema: actions(['查看', '删除'], '操作') })).toBe('high');
  });

  it('raises by parameters that carry code or name a deed', () => {
    for (const parameter of ['sql', 'shell_command', 'overwrite', 'transfer_amount'])
      expect(level({ name: 'x', inputSchema: { properties: { [parameter]: {} } } })).toBe('high');
  });

  it('leaves filters, attributes and descriptions of parameters alone', () => {
    expect(level({ name: 'x', inputSchema: actions(['deleted', 'sent'], 'state') })).toBe('medium');
    expect(level({ name: 'x', inputSchema: actions(['delete', 'push'], 'event') })).toBe('medium');
    for (const parameter of ['publish_date', 'deleted', 'grant_type', 'sender'])
      expect(level({ name: 'x', inputSchema: { properties: { [parameter]: {} } } })).toBe('medium');
    const described = { properties: { id: { description: 'Delete the file' } } };
    expect(level({ name: 'x', inputSchema: described })).toBe('medium');
  });

  it('says which word of which parameter', () => {
    const { reasons } = gradeTool({ name: 'notes', inputSchema: actions(['list', 'purge']) });
    expect(reasons).toEqual([
      {
        code: 'destroy',
        params: { word: 'purge', parameter: 'action' },
        text: 'It may delete or destroy something: “purge” in a value of “action”.',
        from: 'enum',
      },
    ]);
  });
});

describe('annotations', () => {
  it('raise, and never lower', () => {
    expect(level({ name: 'x', annotations: { destructiveHint: true } })).toBe('high');
    expect(level({ name: 'x', annotations: { readOnlyHint: true } })).toBe('medium');
    expect(level({ name: 'drop_table', annotations: { readOnlyHint: true } })).toBe('high');
    expect(level({ name: 'drop_table', annotations: { destructiveHint: false } })).toBe('high');
  });

  it('show their contradictions', () => {
    expect(codes({ name: 'drop_table', annotations: { readOnlyHint: true } })).toContain(
      'contradicted_read_only',
    );
    const both = { readOnlyHint: true, destructiveHint: true };
    expect(codes({ name: 'x', annotations: both })).toContain('contradicting_hints');
    expect(codes({ name: 'x', annotations: { destructiveHint: 'true' } })).toEqual([
      'default',
      'malformed_hint',
    ]);
  });

  it('are read for their title too', () => {
    const [reason] = gradeTool({ name: 'x', annotations: { title: 'Delete mail' } }).reasons;
    expect(reason).toMatchObject({ from: 'title', code: 'destroy', params: { word: 'delete' } });
  });
});

describe('grades', () => {
  it('start at medium and say so', () => {
    expect(gradeTool({ name: 'x' })).toMatchObject({
      level: 'medium',
      reasons: [{ code: 'default', from: 'default' }],
      classifier_version: CLASSIFIER_VERSION,
    });
  });

  it('are what the person set, with what was found kept beside it', () => {
    const grade = gradeTool({ name: 'delete_all' }, 'low');
    expect(grade.level).toBe('low');
    expect(grade.reasons.map(({ code }) => code)).toEqual(['override', 'destroy']);
    expect(gradeTool({ name: 'x' }, 'high').level).toBe('high');
  });

  it('are low only for an own tool', () => {
    expect(ownTool()).toMatchObject({ level: 'low', reasons: [{ code: 'own_read_only' }] });
  });

  it('tell when a description was too long to judge whole', () => {
    const description = `${'a '.repeat(MAX_DESCRIPTION)}. Deletes it.`;
    expect(codes({ name: 'x', description })).toEqual(['default', 'description_cut']);
  });
});
