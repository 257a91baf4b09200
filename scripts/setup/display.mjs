// Whether there is a screen to show a window on, and running a command under a virtual one where there is none.

/** The virtual screen's size; the window's own minimum is smaller. */
const SCREEN = '1440x900x24'

export function hasDisplay() {
  if (process.platform !== 'linux') return true
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}

/**
 * @param {readonly string[]} command
 * @returns {string[]} the command, under Xvfb
 */
export function underXvfb(command) {
  return ['xvfb-run', '-a', '-s', `-screen 0 ${SCREEN} -nolisten tcp`, ...command]
}
