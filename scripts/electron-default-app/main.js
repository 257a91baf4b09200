'use strict'
// Small stand-in for Electron's default_app, which the npm-hosted runtime lacks: runs the app named on the command
// line. It honours `-r FILE`, through which playwright loads its hook, and must run on Electron 25 as CommonJS.
const { app } = require('electron')
const Module = require('module')
const path = require('path')
const fs = require('fs')

const preload = []
let target
const argv = process.argv.slice(1)
for (let i = 0; i < argv.length && target === undefined; i++) {
  const argument = argv[i]
  if (argument === '-r' || argument === '--require') preload.push(argv[++i])
  else if (argument === '--version' || argument === '-v') {
    console.log(`v${process.versions.electron}`)
    process.exit(0)
  } else if (!argument.startsWith('-')) target = argument
}
if (target === undefined) {
  console.error('usage: electron [options] <path to app>')
  process.exit(1)
}
if (preload.length > 0) Module._preloadModules(preload)

process.defaultApp = true
try {
  const packagePath = path.resolve(target)
  const manifest = path.join(packagePath, 'package.json')
  if (fs.existsSync(manifest)) {
    const { version, productName, name, desktopName } = JSON.parse(fs.readFileSync(manifest, 'utf8'))
    if (version) app.setVersion(version)
    if (productName || name) app.name = productName || name
    if (desktopName) app.setDesktopName(desktopName)
    app.setPath('userData', path.join(app.getPath('appData'), app.name))
    app.setAppPath(packagePath)
  } else {
    app.setAppPath(path.dirname(packagePath))
  }
  Module._load(Module._resolveFilename(packagePath, null, true), null, true)
} catch (error) {
  console.error((error && error.stack) || error)
  process.exit(1)
}
