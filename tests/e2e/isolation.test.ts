// What the page cannot do: no Node, no Electron, no other pages, no requests of its own making.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newHome, startWorkbench } from './workbench'

test('the page has the bridge and nothing else of the outside', async () => {
  const { page } = await startWorkbench({ home: newHome() })
  const world = await page.evaluate(() => ({
    globals: ['require', 'process', 'module', 'Buffer', 'global', 'electron'].filter(
      (name) => name in window,
    ),
    bridge: Object.keys(Reflect.get(window, 'vlag') as object).sort(),
    origin: location.origin,
    isSecure: isSecureContext,
  }))
  expect(world.globals).toEqual([])
  expect(world.bridge).toEqual(['call', 'on', 'pathOf'])
  expect(world.origin).toBe('app://vlag')
  expect(world.isSecure).toBe(true)
})

test('the window is sandboxed and isolated', async () => {
  const { app } = await startWorkbench({ home: newHome() })
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    if (contents === undefined) return null
    // Not in Electron's types, but what the window was really made with.
    const read = Reflect.get(contents, 'getLastWebPreferences') as () => Record<string, unknown>
    return read.call(contents)
  })
  expect(preferences).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false })
})

test('script of others, eval, navigation and windows are refused', async () => {
  const { app, page } = await startWorkbench({ home: newHome() })
  const refused = await page.evaluate(async () => {
    const results: Record<string, boolean> = {}
    const inline = document.createElement('script')
    inline.textContent = 'window.__ran = true'
    document.head.append(inline)
    results['inline script'] = !('__ran' in window)
    // In a task of the page's own: what the debugger runs may evaluate in spite of the policy.
    results['eval'] = await new Promise((done) => {
      setTimeout(() => {
        try {
          Reflect.construct(Function, [''])
          done(false)
        } catch {
          done(true)
        }
      })
    })
    results['fetch'] = await fetch('https://example.invalid/').then(
      () => false,
      () => true,
    )
    results['window'] = window.open('https://example.invalid/') === null
    results['file'] = await fetch('app://vlag/../main/index.cjs').then(
      (reply) => !reply.ok,
      () => true,
    )
    return results
  })
  expect(refused).toEqual({
    'inline script': true,
    eval: true,
    fetch: true,
    window: true,
    file: true,
  })
  await page.evaluate(() => {
    location.href = 'https://example.invalid/'
  })
  await page.waitForTimeout(300)
  expect(page.url()).toMatch(/^app:\/\/vlag\//)
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
})

test('requests that the contract does not know, or with bad input, are refused as data', async () => {
  const { page } = await startWorkbench({ home: newHome() })
  const answers = await page.evaluate(async () => {
    const bridge = Reflect.get(window, 'vlag') as {
      call(
        name: string,
        input: unknown,
      ): Promise<{ ok: boolean; error?: { code: string; problems: unknown[] } }>
    }
    const ask = async (name: string, input: unknown) => {
      try {
        const reply = await bridge.call(name, input)
        return reply.ok ? 'ok' : `${reply.error?.code} with ${reply.error?.problems.length} problems`
      } catch (error) {
        return String(error)
      }
    }
    return {
      unknown: await ask('files.delete', {}),
      inherited: await ask('toString', {}),
      extra: await ask('app.info', { extra: 1 }),
      badId: await ask('experiments.get', { id: '../../etc/passwd' }),
      gone: await ask('experiments.get', { id: `exp_${'0'.repeat(26)}` }),
      fine: await ask('app.info', {}),
    }
  })
  expect(answers.unknown).toMatch(/no request files\.delete/)
  expect(answers.inherited).toMatch(/no request toString/)
  expect(answers.extra).toBe('usage with 1 problems')
  expect(answers.badId).toBe('usage with 1 problems')
  expect(answers.gone).toBe('not-found with 0 problems')
  expect(answers.fine).toBe('ok')
})

test('a dropped file has a path, one made by script has none', async () => {
  const { page } = await startWorkbench({ home: newHome() })
  const path = join(newHome(), 'dropped.json')
  writeFileSync(path, '{}')
  await page.evaluate(() => {
    const input = document.createElement('input')
    input.type = 'file'
    input.id = 'probe'
    document.body.append(input)
  })
  await page.locator('#probe').setInputFiles(path)
  const paths = await page.evaluate(() => {
    const bridge = Reflect.get(window, 'vlag') as { pathOf(file: object): string | null }
    const chosen = document.querySelector<HTMLInputElement>('#probe')?.files?.[0]
    return [bridge.pathOf(chosen ?? {}), bridge.pathOf(new File(['{}'], 'made.json'))]
  })
  expect(paths).toEqual([path, null])
})
