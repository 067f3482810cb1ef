// Starts the fixture app as a test's worker does, says the host's process id, and waits to be killed.
import { launchElectron } from '../../electron-host/launch.ts';
import { fixtureApp } from './running-fixture.ts';

const app = await launchElectron({ app: fixtureApp });
await app.firstWindow();
if (process.argv.includes('refuses to quit')) {
  await app.evaluate((electron) => {
    electron.app.on('before-quit', (event) => event.preventDefault());
  });
}
console.log(`host ${app.process().pid}`);
