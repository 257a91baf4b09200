// The window's page in any browser, on the fake bridge: for work on screens and their states without a backend.
//   node tests/fakes/browse.mjs [PORT]     then open the printed address; see install.ts for what it can fake
import vue from '@vitejs/plugin-vue'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(dirname(here))

const server = await createServer({
  configFile: false,
  root: join(root, 'renderer'),
  plugins: [
    vue(),
    {
      name: 'fake-bridge',
      // A module script before the page's own: modules run in order.
      transformIndexHtml: () => [
        {
          tag: 'script',
          attrs: { type: 'module', src: `/@fs${join(here, 'install.ts')}` },
          injectTo: 'head-prepend',
        },
      ],
    },
  ],
  server: { port: Number(process.argv[2] ?? 5180), fs: { allow: [root] } },
})
await server.listen()
server.printUrls()
