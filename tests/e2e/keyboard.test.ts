// The whole path with the keyboard alone, and the ways in: palette, paste, drop, menu.
import { expect, test } from 'vitest'
import {
  newFile,
  newHome,
  openFile,
  picture,
  quickExperiment,
  slowExperiment,
  startWorkbench,
} from './workbench'

test('from the first start to a comparison without a mouse', async () => {
  const { page, faults } = await startWorkbench({ home: newHome() })
  await page.keyboard.press('ControlOrMeta+K')
  await page.getByTestId('palette').waitFor()
  await page.keyboard.type('hogs one nicer')
  await page.getByRole('option', { name: /Two hogs, one nicer/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Two hogs, one nicer' }).waitFor()
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByTestId('compare-table').waitFor()

  await page.keyboard.press('g')
  await page.keyboard.press('l')
  await page.getByTestId('library-table').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('hogs')
  await expect.poll(() => page.url()).toContain('q=hogs')
  // Keys are text while the filter has the focus; Escape clears it, then leaves it.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('x')
  await expect.poll(() => page.locator('tr[aria-selected="true"]').count()).toBe(1)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('tr[aria-selected="true"]').count()).toBe(0)
  await page.keyboard.press('Space')
  await expect.poll(() => page.locator('tr[aria-level="2"]').count()).toBe(2)
  await page.keyboard.press('Enter')
  await page.getByTestId('compare-table').waitFor()
  await page.keyboard.press('Escape')
  await page.getByTestId('library-table').waitFor()

  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await picture(page, 'keyboard-sheet')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect(faults).toEqual([])
})

test('rename, delete, undo and the filter without a mouse', async () => {
  const workbench = await startWorkbench({ home: newHome() })
  const { page, faults } = workbench
  for (const name of ['First', 'Second', 'Third']) {
    await openFile(workbench, newFile(`${name}.json`, quickExperiment(name)))
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByTestId('compare-table').waitFor()
  }
  await page.keyboard.press('g')
  await page.keyboard.press('l')
  const rows = page.locator('tr[aria-level="1"]')
  await expect.poll(() => rows.count()).toBe(3)
  const current = page.getByRole('complementary', { name: 'Preview' }).getByRole('heading', { level: 2 })

  // Newest first: the cursor is on the third, and goes to the second.
  await page.keyboard.press('j')
  await expect.poll(() => current.textContent()).toBe('Second')
  await page.keyboard.press('F2')
  await page.getByRole('dialog').waitFor()
  // With keys that would close the dialog or run commands, were they not text.
  await page.keyboard.type('x g l jk / renamed')
  await picture(page, 'keyboard-rename')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await expect.poll(() => current.textContent()).toBe('x g l jk / renamed')
  expect(await page.locator('tr[aria-selected="true"]').count()).toBe(0)

  await page.keyboard.press('Delete')
  await expect.poll(() => rows.count()).toBe(2)
  expect(await current.textContent()).not.toBe('x g l jk / renamed')
  await page.keyboard.press('ControlOrMeta+Z')
  await expect.poll(() => rows.count()).toBe(3)
  await expect.poll(() => current.textContent()).toBe('x g l jk / renamed')

  const focused = (): Promise<string> =>
    page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['testid'] ?? '')
  for (const key of ['ArrowDown', 'Enter']) {
    await page.keyboard.press('/')
    expect(await focused()).toBe('library-search')
    await page.keyboard.press(key)
    expect(await focused()).toBe('library-table')
  }
  await page.keyboard.press('/')
  await page.keyboard.type('Third')
  await expect.poll(() => rows.count()).toBe(1)
  await page.keyboard.press('Escape')
  await expect.poll(() => rows.count()).toBe(3)
  expect(await focused()).toBe('library-search')
  await page.keyboard.press('Escape')
  expect(await focused()).toBe('library-table')
  await page.keyboard.press('ControlOrMeta+A')
  await page.getByRole('toolbar', { name: 'Selected' }).getByText('Move these 3 to the bin').waitFor()
  await picture(page, 'keyboard-selected')
  expect(faults).toEqual([])
})

test('Tab reaches every control of the Library and shows where it is', async () => {
  const { page } = await startWorkbench({ home: newHome() })
  const reached = new Set<string>()
  for (let i = 0; i < 30; i++) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate(() => {
      const focused = document.activeElement
      if (!(focused instanceof HTMLElement) || focused === document.body) return null
      const name = focused.dataset['testid'] ?? focused.getAttribute('aria-label') ?? focused.innerText
      return { name, ring: getComputedStyle(focused).boxShadow }
    })
    if (at === null) continue
    expect(at.ring, `focus ring of ${at.name}`).not.toBe('none')
    reached.add(at.name)
  }
  for (const name of [
    'palette-open',
    'theme-toggle',
    'nav-library',
    'run-first-example',
    'example-two-hogs-nice',
  ])
    expect([...reached]).toContain(name)
})

test('text that is pasted or a file that is dropped opens', async () => {
  const { page } = await startWorkbench({ home: newHome() })
  const text = slowExperiment('Pasted', 1)
  await page.evaluate((pasted) => {
    const data = new DataTransfer()
    data.setData('text/plain', pasted)
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
  }, text)
  await page.getByRole('heading', { level: 1, name: 'Pasted' }).waitFor()

  await page.evaluate(
    (dropped) => {
      const data = new DataTransfer()
      data.items.add(new File([dropped], 'dropped.json'))
      for (const type of ['dragenter', 'dragover', 'drop'])
        document.body.dispatchEvent(
          new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }),
        )
    },
    text.replace('Pasted', 'Dropped'),
  )
  await page.getByRole('heading', { level: 1, name: 'Dropped' }).waitFor()
})

test('the menu lists the commands and does what the palette does', async () => {
  const { app, page } = await startWorkbench({ home: newHome() })
  const click = (id: string): Promise<void> =>
    app.evaluate(({ Menu }, wanted) => {
      Menu.getApplicationMenu()?.getMenuItemById(wanted)?.click()
    }, id)
  await click('view.theme-light')
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('light')
  await click('view.theme-dark')
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
  await click('help.keys')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
})
