import { type Danger, wordList, wordTable } from '../danger.ts';
import { normaliseForReading } from '../normalise.ts';

/** Chinese, Japanese and Korean write verbs without gaps: these are looked for inside runs. */
export const EAST_ASIAN_VERBS: ReadonlyMap<string, Danger> = foldKeys(
  wordTable({
    destroy: `删除 刪除 清空 销毁 銷毀 抹除 擦除 卸载数据 移除 格式化 丢弃 永久丢失
      削除 消去 破棄 抹消 初期化 삭제 제거 지우 지웁 지워 파기`,
    overwrite:
      '覆盖 覆蓋 覆写 覆寫 替换文件 写入 寫入 上書き 書き込み 書き込む 덮어쓰 덮어씁 덮어써',
    send: '发送 發送 寄送 群发 推送 转发 回复 送信 返信 転送 通知を送 보내기 보냅 보내 전송 발송 답장',
    publish: '发布 發布 發佈 发表 發表 公开发 发帖 公開し 公開する 投稿 配信 게시 발행 공개합',
    execute: '执行 執行 运行命令 运行脚本 运行代码 実行 실행',
    pay: '支付 付款 转账 轉帳 购买 購買 下单 下單 退款 扣款 汇款 支払 購入 決済 振込 送金 返金 결제 지불 송금 구매 구입 환불 이체',
    grant:
      '授权 授權 授予 撤销权限 吊销 修改权限 邀请 设置权限 管理权限 変更権限 権限を 付与 招待 권한을 부여 초대',
    deploy: '部署 上线 下线 开通 扩容 缩容 デプロイ 배포',
    install: '安装 安裝 卸载 卸載 インストール 설치',
    control: '开锁 解锁 重启 关机 断电 解錠 再起動 시스템 종료 잠금 해제 재부팅 재시작',
  }),
);

/** Longer words that hold one of the above and mean no deed; longest match wins. */
export const EAST_ASIAN_HARMLESS: readonly string[] = foldList(
  `
  发送者 发送方 发送人 发送状态 发送记录 发送历史 发送时间 已发送 發送者 已發送
  已删除 已刪除 删除记录 删除历史 删除时间 被删除的 已清除 清除缓存 清空缓存
  执行计划 执行结果 执行记录 执行历史 执行状态 执行日志 执行时间 执行人 執行結果 執行計畫 可执行文件 已执行
  已发布 发布时间 发布日期 发布者 发布记录 发布历史 已發布
  支付方式 支付记录 支付状态 支付历史 付款方式 付款记录 已支付 购买记录 支付宝
  部署状态 部署记录 部署历史 部署日志 部署计划 已部署 安装路径 已安装 安装状态 授权信息 授权状态 已授权 已写入
  推送记录 推送历史 回复列表 写入时间
  送信済 送信者 送信履歴 送信日 送信元 削除済 削除履歴 実行履歴 実行結果 実行計画 実行中 投稿者 投稿日 投稿一覧
  配信状況 支払履歴 支払い履歴 購入履歴 決済履歴 インストール済 デプロイ状況 返信一覧 公開鍵
  삭제된 삭제되지 전송된 전송 상태 전송 내역 보낸 실행 기록 실행 결과 실행 중 게시된 게시물 게시판 게시글 결제 내역 구매 내역 설치된 배포 상태 결제 수단
`.replaceAll(/([가-힣]+) ([가-힣]+)/g, '$1$2'),
);

/** A clause that begins with one of these looks at things. */
export const EAST_ASIAN_READS: readonly string[] = foldList(`
  查看 查询 查詢 获取 獲取 取得 列出 读取 讀取 搜索 检索 统计 分析 预览 预检 检查 显示 浏览 返回 解析 计算
  一覧 一覧表示 表示 検索 参照 조회 목록`);

/** Right before a verb: it is not done. */
export const NEGATED_BEFORE =
  /(?:不会|不會|不|未|没有|沒有|无法|無法|禁止|请勿|勿|无需|不能|不再|不可|从不|避免|防止|才能|才可)[\p{Script=Han}]{0,3}$/u;
/** Right after a verb: it is not done, or speaks of another time. */
export const NEGATED_AFTER =
  /^(?:しません|せず|しない|されません|されない|できません|は行いません|하지\s?않|되지\s?않|하지\s?못|안\s?함|지\s?않|[\p{Script=Han}]{0,4}(?:之前|前(?:请|先|必|应|调|需|要)))/u;
export const READS_AFTER = /(?:を表示|を取得|を検索|一覧|을\s?조회|를\s?조회|목록)/u;

function foldList(words: string): string[] {
  return wordList(normaliseForReading(words));
}

function foldKeys(table: ReadonlyMap<string, Danger>): ReadonlyMap<string, Danger> {
  return new Map(Array.from(table, ([word, danger]) => [normaliseForReading(word), danger]));
}
