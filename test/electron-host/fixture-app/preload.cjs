const { contextBridge, ipcRenderer } = require('electron');

contextBridge.exposeInMainWorld('api', {
  version: 1,
  nested: { list: [1, 2] },
  echo: (value) => ipcRenderer.invoke('echo', value),
  fail: () => ipcRenderer.invoke('fail'),
  missing: () => ipcRenderer.invoke('missing'),
  say: (text) => ipcRenderer.send('say', text),
  onSaid(callback) {
    const listener = (_event, text) => callback(text);
    ipcRenderer.on('said', listener);
    return () => ipcRenderer.off('said', listener);
  },
  same: (value) => value,
  later: async (value) => ({ value }),
  throws() {
    throw new RangeError('too far');
  },
  unmodelled: () => ipcRenderer.sendSync('x'),
  needs: (name) => typeof require(name),
  surroundings: () => [typeof process.versions.electron, process.sandboxed, process.type],
});
