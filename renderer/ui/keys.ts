// Names of keys as people see them. Written form: 'Mod+K', 'G L' (one after the other), 'Escape'.

export const isMac = navigator.userAgent.includes('Mac')

const NAMES: Readonly<Record<string, string>> = {
  Mod: isMac ? '⌘' : 'Ctrl',
  Shift: isMac ? '⇧' : 'Shift',
  Alt: isMac ? '⌥' : 'Alt',
  Enter: '↵',
  Escape: 'Esc',
  Delete: 'Del',
  ArrowUp: '↑',
  ArrowDown: '↓',
}

/** 'Mod+Enter' -> ['Ctrl', '↵']; 'G L' -> ['G', 'L']. */
export function keyParts(keys: string): string[] {
  return keys.split(/[+ ]/).map((key) => NAMES[key] ?? key)
}
