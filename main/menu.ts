// The native menu, from the table of commands: each entry asks the window to do what the palette would do. Keys are
// shown, but handled by the page, so that they mean the same in both.
import { app, Menu } from 'electron'
import type { MenuItemConstructorOptions } from 'electron'
import type { ExampleInfo } from '../contract/api'
import { commands } from '../contract/commands'
import type { CommandInfo } from '../contract/commands'
import type { Windows } from './windows'

type MenuName = NonNullable<CommandInfo['menu']>

/** 'Mod+Shift+L' as Electron writes it; a sequence such as 'G L' has no such form. */
export function acceleratorOf(keys: string | undefined): string | undefined {
  if (keys === undefined || keys.includes(' ') || keys === '?') return undefined
  return keys.replace('Mod', 'CmdOrCtrl')
}

export interface MenuOptions {
  readonly windows: Windows
  readonly examples: readonly ExampleInfo[]
}

export function installMenu({ windows, examples }: MenuOptions): void {
  const entries = (menu: MenuName): MenuItemConstructorOptions[] =>
    commands.filter((command) => command.menu === menu).map((command) => entryOf(command, windows))
  const exampleEntries = examples.map((example): MenuItemConstructorOptions => ({
    label: example.name,
    click: () => windows.openSource({ kind: 'example', id: example.id }),
  }))
  const isMac = process.platform === 'darwin'
  const line: MenuItemConstructorOptions = { type: 'separator' }
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' } satisfies MenuItemConstructorOptions] : []),
    {
      label: '&File',
      submenu: [
        ...entries('File'),
        { label: 'Open an example', submenu: exampleEntries, enabled: exampleEntries.length > 0 },
        line,
        { role: isMac ? 'close' : 'quit' },
      ],
    },
    {
      label: '&Edit',
      submenu: [...entries('Edit'), { role: 'cut' }, { role: 'copy' }, { role: 'paste' }],
    },
    { label: '&Go', submenu: entries('Go') },
    {
      label: '&View',
      submenu: [
        ...entries('View'),
        line,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
        ...developerEntries(),
      ],
    },
    {
      label: '&Help',
      submenu: [...entries('Help'), line, { label: 'About Vlag', click: showAbout }],
    },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

function showAbout(): void {
  app.setAboutPanelOptions({
    applicationName: 'Vlag',
    applicationVersion: app.getVersion(),
    copyright: `Electron ${process.versions.electron}, Node ${process.versions.node}, MIT licence`,
  })
  app.showAboutPanel()
}

function entryOf(command: CommandInfo, windows: Windows): MenuItemConstructorOptions {
  const accelerator = acceleratorOf(command.keys[0])
  return {
    id: command.id,
    label: command.title,
    click: () => windows.send('command.invoked', { command: command.id }),
    ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
  }
}

function developerEntries(): MenuItemConstructorOptions[] {
  if (app.isPackaged) return []
  return [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }]
}
