// Every action of the workbench: the one table that feeds the native menu, the palette, the key hints and the `?` sheet.
// Data only; the window attaches what they do. Keys: 'Mod' is Ctrl, or the command key on a Mac; 'G L' is one key
// after the other.

export type CommandGroup = 'Open' | 'Go' | 'Library' | 'Experiment' | 'Edit' | 'View' | 'Help'

export interface CommandInfo {
  readonly id: string
  readonly title: string
  readonly group: CommandGroup
  readonly keys: readonly string[]
  /** Menu of the native menu bar that lists it. */
  readonly menu?: 'File' | 'Edit' | 'Go' | 'View' | 'Help'
  /** Its keys also work while the cursor is in a text field. */
  readonly whileTyping?: true
  /** Moves inside a list: in the `?` sheet, but not worth a line of the palette. */
  readonly plain?: true
}

const table = [
  {
    id: 'open.file',
    title: 'Open a file…',
    group: 'Open',
    keys: ['Mod+O'],
    menu: 'File',
    whileTyping: true,
  },
  { id: 'open.again', title: 'Read the file again', group: 'Open', keys: ['R'] },
  { id: 'go.library', title: 'Go to the Library', group: 'Go', keys: ['G L'], menu: 'Go' },
  { id: 'go.run', title: 'Go to Run', group: 'Go', keys: ['G R'], menu: 'Go' },
  { id: 'go.compare', title: 'Go to Compare', group: 'Go', keys: ['G C'], menu: 'Go' },
  { id: 'go.back', title: 'Back out one step', group: 'Go', keys: ['Escape'] },
  { id: 'library.filter', title: 'Filter the library', group: 'Library', keys: ['/'] },
  { id: 'library.next', title: 'Next row', group: 'Library', keys: ['J', 'ArrowDown'], plain: true },
  { id: 'library.previous', title: 'Previous row', group: 'Library', keys: ['K', 'ArrowUp'], plain: true },
  { id: 'library.select', title: 'Select or unselect the row', group: 'Library', keys: ['X'], plain: true },
  { id: 'library.fold', title: 'Show or hide its variants', group: 'Library', keys: ['Space'], plain: true },
  { id: 'library.select-all', title: 'Select all rows shown', group: 'Library', keys: ['Mod+A'] },
  { id: 'library.open', title: 'Open the experiment', group: 'Library', keys: ['Enter'] },
  { id: 'library.rename', title: 'Rename the experiment', group: 'Library', keys: ['F2'] },
  { id: 'library.delete', title: 'Move to the bin', group: 'Library', keys: ['Delete'] },
  { id: 'library.restore', title: 'Restore from the bin', group: 'Library', keys: ['U'] },
  { id: 'library.bin', title: 'Show the bin', group: 'Library', keys: ['G B'], menu: 'Go' },
  {
    id: 'experiment.run',
    title: 'Run the experiment',
    group: 'Experiment',
    keys: ['Mod+Enter'],
    whileTyping: true,
  },
  { id: 'experiment.cancel', title: 'Cancel, keep what is done', group: 'Experiment', keys: ['Mod+.'] },
  { id: 'experiment.resume', title: 'Run what is missing', group: 'Experiment', keys: [] },
  { id: 'compare.next', title: 'Next metric', group: 'Experiment', keys: ['J', 'ArrowDown'], plain: true },
  {
    id: 'compare.previous',
    title: 'Previous metric',
    group: 'Experiment',
    keys: ['K', 'ArrowUp'],
    plain: true,
  },
  {
    id: 'compare.copy-markdown',
    title: 'Copy the comparison as Markdown',
    group: 'Experiment',
    keys: ['Mod+Shift+C'],
  },
  { id: 'compare.copy-csv', title: 'Copy the comparison as CSV', group: 'Experiment', keys: [] },
  { id: 'compare.copy-json', title: 'Copy the comparison as JSON', group: 'Experiment', keys: [] },
  { id: 'compare.copy-source', title: 'Copy the experiment file', group: 'Experiment', keys: [] },
  { id: 'edit.undo', title: 'Undo', group: 'Edit', keys: ['Mod+Z'] },
  {
    id: 'view.palette',
    title: 'Search or run a command',
    group: 'View',
    keys: ['Mod+K'],
    menu: 'View',
    whileTyping: true,
  },
  { id: 'view.theme', title: 'Switch between dark and light', group: 'View', keys: ['Mod+Shift+L'] },
  { id: 'view.theme-dark', title: 'Dark theme', group: 'View', keys: [], menu: 'View' },
  { id: 'view.theme-light', title: 'Light theme', group: 'View', keys: [], menu: 'View' },
  { id: 'view.theme-system', title: 'Theme of the system', group: 'View', keys: [], menu: 'View' },
  {
    id: 'view.rail',
    title: 'Show or hide the names in the rail',
    group: 'View',
    keys: ['Mod+B'],
    menu: 'View',
    whileTyping: true,
  },
  { id: 'help.keys', title: 'Keyboard shortcuts', group: 'Help', keys: ['?'], menu: 'Help' },
] as const satisfies readonly CommandInfo[]

export type CommandId = (typeof table)[number]['id']
export const commands: readonly (CommandInfo & { readonly id: CommandId })[] = table
