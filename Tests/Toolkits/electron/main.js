// A window of Electron with page.html.
const { app, BrowserWindow } = require('electron');
const path = require('path');

app.whenReady().then(() => {
  const window = new BrowserWindow({ x: 0, y: 0, width: 800, height: 600 });
  window.loadFile(path.join(__dirname, '..', 'page.html'));
});
