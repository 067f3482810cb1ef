const lookEveryMs = 250;
const orderlyMs = 2000;

/**
 * Ends the host when the process that started it has gone, in whatever way: Playwright starts it in a
 * process group of its own, so no signal to a test run reaches it. It quits as on SIGTERM; an app
 * that takes longer than 2 seconds is ended as it stands, and Chromium's keeper ends Chromium.
 */
export function endWithParent(parent: number, quit: () => void): void {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    // Nobody reads any more what the app says while it ends.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
    setTimeout(() => process.exit(1), orderlyMs);
    quit();
  }, lookEveryMs);
  watch.unref();
}
