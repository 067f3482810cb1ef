import { join } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import { composeGatehouse } from './compose.ts';
import { startDesktop } from './desktop/start-desktop.ts';
import { homeFolder } from './home-folder.ts';

const home = homeFolder(process.env);

// Not awaited here: Electron becomes ready only when this file has been run to its end.
void startDesktop({
  home,
  homeIsDefault: home === homeFolder({}),
  out: join(import.meta.dirname, '..'),
  compose: ({ ownership, onStateLost, window }) =>
    composeGatehouse({
      home,
      version: packageJson.version,
      ownership,
      approverCode: null,
      // Nothing ranks above the app, so nobody can ask it to hand over.
      onHandOver: () => {},
      onStateLost,
      window,
    }),
});
