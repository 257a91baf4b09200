// What the page cannot do: no Node, no Electron, no other pages, no requests of its own making.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFile, newHome, openFile, slowExperiment, startWorkbench } from './workbench'

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

test('an empty page gives the window back to the app', async () => {
  const { app, page } = await startWorkbench({ home: newHome() })
  for (const address of ['about:blank', 'about:blank#x']) {
    await page.evaluate((url) => {
      Reflect.set(window, 'isOld', true)
      setTimeout(() => (location.href = url))
    }, address)
    await expect
      .poll(() => page.evaluate(() => [location.protocol, 'isOld' in window].join()).catch(String))
      .toBe('app:,false')
    await page.getByTestId('run-first-example').waitFor()
  }
  // It is a page like the first: it hears what the app says.
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.send('vlag:event', 'command.invoked', {
      command: 'help.keys',
    })
  })
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
})

test('no permission is given, and no connection goes past the proxy', async () => {
  const { app, page } = await startWorkbench({ home: newHome() })
  const states = await page.evaluate(async () => {
    const names = ['geolocation', 'notifications', 'camera', 'microphone', 'midi'] as PermissionName[]
    return await Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state))
  })
  expect(new Set(states)).toEqual(new Set(['denied']))
  const policy = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getWebRTCIPHandlingPolicy(),
  )
  expect(policy).toBe('disable_non_proxied_udp')
})

test('only files that a person pointed at are read', async () => {
  const workbench = await startWorkbench({ home: newHome() })
  const { page } = workbench
  const path = newFile('mine.json', slowExperiment('Mine', 1))
  const other = newFile('secret.json', '{ "secret": 1 }')
  /** The code of the refusal, or the text that came back. */
  const ask = (name: string, source: unknown): Promise<string> =>
    page.evaluate(
      async ([request, from]) => {
        const bridge = Reflect.get(window, 'vlag') as {
          call(
            name: string,
            input: unknown,
          ): Promise<{ ok: boolean; value?: { text?: string }; error?: { code: string; message: string } }>
        }
        const reply = await bridge.call(request, { source: from })
        return reply.ok ? (reply.value?.text ?? '') : `${reply.error?.code}: ${reply.error?.message}`
      },
      [name, source] as const,
    )
  for (const name of ['experiments.preview', 'experiments.start'])
    for (const refused of [path, other, '/etc/passwd'])
      expect(await ask(name, { kind: 'path', path: refused })).toBe(
        `usage: “${refused}” was not opened in this window.`,
      )
  // A made-up object is no file, whatever path it claims.
  const claimed = await page.evaluate((wanted) => {
    const bridge = Reflect.get(window, 'vlag') as { pathOf(file: object): string | null }
    const made = new File(['{}'], 'made.json')
    Object.defineProperty(made, 'path', { value: wanted })
    return [bridge.pathOf({ path: wanted, name: 'a' }), bridge.pathOf(made)]
  }, other)
  expect(claimed).toEqual([null, null])
  expect(await ask('experiments.preview', { kind: 'path', path: other })).toMatch(/^usage/)

  await openFile(workbench, path)
  await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor()
  expect(await ask('experiments.preview', { kind: 'path', path })).toContain('Mine')
  expect(await ask('experiments.preview', { kind: 'path', path: other })).toMatch(/^usage/)
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
  // Such a file was given by a person, so that it may be read.
  const reply = await page.evaluate(
    async (source) => {
      const bridge = Reflect.get(window, 'vlag') as {
        call(name: string, input: unknown): Promise<{ ok: boolean }>
      }
      return await bridge.call('experiments.preview', { source })
    },
    { kind: 'path', path },
  )
  expect(reply.ok).toBe(true)
})
