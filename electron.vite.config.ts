// One build for all processes. The floor is Electron 25 (Node 18.15, Chrome 114): CommonJS for Node's side, since
// Electron's main process has ES modules only from 28 on and a sandboxed preload is CommonJS anyway.
import { defineConfig } from 'electron-vite'
import vue from '@vitejs/plugin-vue'

const NODE = 'node18.15'
const CHROME = 'chrome114'
const cjs = {
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: 'chunks/[name]-[hash].cjs',
} as const

export default defineConfig({
  main: {
    build: {
      target: NODE,
      rolldownOptions: {
        input: {
          index: 'main/index.ts',
          cli: 'cli/index.ts',
          'sim-worker': 'main/workers/sim-worker.ts',
          'db-worker': 'main/workers/db-worker.ts',
        },
        output: cjs,
      },
    },
  },
  preload: {
    build: {
      target: NODE,
      externalizeDeps: false,
      rolldownOptions: { input: { index: 'preload/index.ts' }, output: cjs },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [vue()],
    build: {
      target: CHROME,
      cssTarget: CHROME,
      minify: true,
      rolldownOptions: { input: 'renderer/index.html' },
    },
  },
})
