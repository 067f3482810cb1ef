import { join } from 'node:path';
import { app, type BrowserWindow, dialog, nativeTheme, type WebContents } from 'electron';
import type { Serve } from '../api/serve.ts';
import type { Log } from '../kernel/log.ts';
import { assertNever } from '../kernel/result.ts';
import { createApprovalWindow } from './approval-window.ts';
import { closing } from './closing.ts';
import { followHealth } from './follow-health.ts';
import { answerWindows, personAtWindow, tellWindows } from './ipc.ts';
import { createMainWindow } from './main-window.ts';
import { notifyQuestions } from './notifications.ts';
import type { Quit } from './quit.ts';
import type { WindowRole } from './sender.ts';
import type { Running } from './start-desktop.ts';
import { textsFor } from './texts.ts';
import { createTray } from './tray.ts';
import type { TrayAct } from './tray-model.ts';

/** What others may do with the windows once they are there. */
export interface WindowHands {
  current: {
    readonly main: BrowserWindow;
    readonly log: Log;
    show(): void;
    openApprovals(): void;
    pickFolder(): Promise<string | null>;
  } | null;
}

interface WindowsParts extends Running {
  readonly out: string;
  readonly hands: WindowHands;
  readonly quit: Quit;
}

/** Opens the windows and the tray on a running Gatehouse, and ties them to each other. */
export function runWindows({ core, serve, events, out, hands, quit }: WindowsParts): void {
  const { log, settings } = core;
  const assets = join(out, '..', 'assets');
  const texts = () => textsFor(settings.get().language, app.getLocale());
  const applyTheme = () => {
    nativeTheme.themeSource = settings.get().theme;
  };
  applyTheme();

  const approval = createApprovalWindow({
    out,
    log,
    texts,
    approvals: core.approvals,
    quitting: quit.started,
  });
  const main = createMainWindow({
    out,
    assets,
    log,
    placeFile: join(app.getPath('userData'), 'window.json'),
    quitting: quit.started,
    onClose: () => void closeMain(),
  });
  let asking = false;
  const closeMain = async () => {
    if (asking) return;
    asking = true;
    const choice = await closing({
      setting: settings.get().close_to_tray,
      window: main.window,
      texts: texts(),
      serve,
    }).finally(() => {
      asking = false;
    });
    if (choice === 'quit') app.quit();
    if (choice === 'keep') main.window.hide();
  };

  const windowOf = (contents: WebContents): WindowRole | null => {
    if (contents === main.window.webContents) return 'app';
    return contents === approval.window.webContents ? 'approval' : null;
  };
  const serveWindows: Serve = async (name, input, caller) => {
    const answer = await serve(name, input, caller);
    if (name === 'approvals/answer' && answer.ok) approval.answered();
    return answer;
  };
  const tray = createTray(assets, (does) => act(does));
  const act = (does: TrayAct): void => {
    switch (does.act) {
      case 'open':
        main.show();
        break;
      case 'approvals':
        approval.open();
        break;
      case 'server':
        main.showServer(does.id);
        break;
      case 'quit':
        app.quit();
        break;
      case 'pause':
      case 'resume':
        void serve(`calls/${does.act}`, {}, personAtWindow());
        break;
      default:
        assertNever(does);
    }
  };

  hands.current = {
    main: main.window,
    log,
    show: main.show,
    openApprovals: approval.open,
    pickFolder: async () => {
      const { canceled, filePaths } = await dialog.showOpenDialog(main.window, {
        title: texts().pickFolder,
        properties: ['openDirectory', 'createDirectory'],
      });
      return canceled ? null : (filePaths[0] ?? null);
    },
  };
  const undo = [
    answerWindows(serveWindows, windowOf),
    tellWindows(events, () => [main.window.webContents, approval.window.webContents]),
    settings.changed.subscribe(applyTheme),
    notifyQuestions(core.approvals, texts, approval.open),
    followHealth({ serve, events, texts, show: tray.show }),
  ];
  quit.add(() => {
    for (const stop of undo) stop();
    tray.close();
    approval.close();
    main.close();
  });
}
