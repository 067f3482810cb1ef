import type { Page } from 'playwright-core';
import type { RequestOutput } from '../../src-preload/contract/index.ts';
import type { TestApp } from './launch-app.ts';

/** The bundled filesystem server on the computer's folder: confirmed, tested, its tools accepted. */
export async function addFilesServer({ main, computer }: TestApp): Promise<void> {
  await main.evaluate(async (folder) => {
    const { request } = window.gatehouse;
    const draft = await request['starter/draft']({ folder });
    if (!draft.ok) throw new Error(draft.failure.message);
    const launch = await request['server/preview'](draft.value);
    if (!launch.ok) throw new Error(launch.failure.message);
    const added = await request['server/add']({
      ...draft.value,
      confirm: launch.value.launch_hash,
    });
    if (!added.ok) throw new Error(added.failure.message);
    const report = await request['probe/run']({ id: draft.value.id });
    if (!report.ok) throw new Error(report.failure.message);
    if (report.value.status !== 'ok') throw new Error(report.value.reason?.message);
  }, computer.files);
}

declare global {
  interface Window {
    /** What calls that tests have started came to: `answered`, or the failure's code. */
    ends: Record<string, string>;
  }
}

/** Starts a write of one file, which asks first, and does not wait for it. */
export const startWrite = (main: Page, path: string, content: string) =>
  main.evaluate(
    ([file, text]) => {
      window.ends ??= {};
      const { ends } = window;
      ends[text] = 'waiting';
      void window.gatehouse.request['tool/call']({
        server_id: 'files',
        tool: 'write_file',
        arguments_json: JSON.stringify({ path: file, content: text }),
      }).then((answer) => {
        ends[text] = answer.ok ? answer.value.outcome : answer.failure.code;
      });
    },
    [path, content] as const,
  );

export const endOf = (main: Page, content: string) =>
  main.evaluate((text) => window.ends[text], content);

/** What waits, as the main window sees it. */
export const waiting = (main: Page): Promise<RequestOutput<'approvals/list'>> =>
  main.evaluate(async () => {
    const answer = await window.gatehouse.request['approvals/list']({});
    if (!answer.ok) throw new Error(answer.failure.message);
    return answer.value;
  });
