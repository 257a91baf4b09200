// Opens the workbench from a checkout, after preparing what is missing. Without a display: the tour, which drives the
// real app on a virtual screen and leaves a screenshot.
//   npm start [-- FILE]
import './setup/node-version.mjs'
import { join, resolve } from 'node:path'

const { prepareApp } = await import('./setup/prepare.mjs')
const { hasDisplay, onScreen } = await import('./setup/display.mjs')
const { desktopFlags, electronEnv, sandboxObstacle } = await import('./setup/launch.mjs')
const { officialVersion } = await import('./setup/electron.mjs')
const { foreground } = await import('./setup/processes.mjs')
const { root } = await import('./setup/paths.mjs')
const { runScript, say } = await import('./setup/report.mjs')

await runScript(async () => {
  const electron = await prepareApp()
  if (electron.kind === 'fallback') {
    say(
      `Running on the stand-in Electron, which is past its end of life: for evaluation and tests only. ` +
        `"npx install-electron" gets Electron ${officialVersion()}.`,
    )
  }
  const env = electronEnv(electron.exe)
  if (hasDisplay()) {
    const obstacle = sandboxObstacle(electron.exe)
    if (obstacle !== null)
      say(`Starting without Chromium's sandbox; Vlag shows nothing from the network. ${obstacle}`)
    return foreground(electron.exe, [...desktopFlags(electron.exe), root, ...filesToOpen()], { env })
  }
  say(
    'There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set), so here is a tour on a virtual screen.',
  )
  const tour = join(root, 'scripts', 'tour.mjs')
  return onScreen((screen) => foreground(process.execPath, [tour], { env: { ...env, ...screen } }))
})

/** npm runs scripts in the package's folder; a file on the command line is relative to where the user is. */
function filesToOpen() {
  const base = process.env.INIT_CWD ?? process.cwd()
  return process.argv
    .slice(2)
    .map((argument) => (argument.startsWith('-') ? argument : resolve(base, argument)))
}
