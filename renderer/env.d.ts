// What the compiler cannot see by itself: style sheets as imports, the lazy glob of the bundler,
// and the bridge that the preload puts on the window.
declare module '*.css'
declare module '@fontsource-variable/inter'

interface Window {
  readonly vlag: import('../contract/api').Bridge
}
