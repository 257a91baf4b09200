// Unit tests sit beside their code; the integration tests in tests/ need a build (npm test makes it).
import { defineConfig } from 'vitest/config'
import vue from '@vitejs/plugin-vue'

export default defineConfig({
  plugins: [vue()],
  test: {
    include: ['{contract,engine,formats,db,main,cli,renderer,scripts}/**/*.test.ts', 'tests/**/*.test.ts'],
    exclude: ['tests/e2e/**', 'node_modules/**'],
    pool: 'forks',
    // Generous: the machines that run this are shared.
    testTimeout: 60_000,
  },
})
