// The main path through the real app: open an example, run it, see it go on, compare, close, come back, find it again.
import { expect, test } from 'vitest'
import { newHome, picture, startWorkbench } from './workbench'

test('open an example, run, compare, close, reopen, find it again', async () => {
  const home = newHome()
  const first = await startWorkbench({ home })
  const { page } = first
  await expect.poll(() => page.getByText('Nothing run yet').isVisible()).toBe(true)
  await page.getByTestId('example-light-desktop').click()
  await page.getByTestId('run-experiment').waitFor()
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('A light desktop during a build')

  await page.getByTestId('run-experiment').click()
  await page.getByTestId('run-progress').waitFor()
  await picture(page, 'journey-run')
  await page.getByTestId('compare-table').waitFor()
  await picture(page, 'journey-compare')
  const table = await page.getByTestId('compare-table').innerText()
  expect(table).toContain('EEVDF 6.18')
  expect(table).toContain('Wake-up latency, p99')

  await page.keyboard.press('g')
  await page.keyboard.press('l')
  const row = page.locator('[data-testid^="library-row-"]')
  await expect.poll(() => row.count()).toBe(1)
  expect(await row.innerText()).toContain('completed')
  const id = await row.getAttribute('data-testid')
  expect(first.faults).toEqual([])
  await first.close()

  const second = await startWorkbench({ home })
  const again = second.page.getByTestId(id ?? '')
  await again.waitFor()
  await second.page.getByTestId('library-search').fill('desktop eevdf')
  expect(await again.isVisible()).toBe(true)
  await second.page.getByTestId('library-search').fill('no such experiment')
  await expect.poll(() => again.isVisible()).toBe(false)
  await second.page.getByRole('button', { name: 'Clear the filter' }).click()
  await again.dblclick()
  await second.page.getByTestId('compare-table').waitFor()
  expect(second.faults).toEqual([])
})

test('delete, undo, bin, restore, rename; the counts follow', async () => {
  const { page, faults } = await startWorkbench({ home: newHome() })
  await page.getByTestId('example-two-hogs-nice').click()
  await page.getByTestId('run-experiment').click()
  await page.getByTestId('compare-table').waitFor()
  await page.getByTestId('nav-library').click()
  const row = page.locator('[data-testid^="library-row-"]')
  await row.waitFor()

  await page.keyboard.press('Delete')
  await page.getByText('One experiment is in the bin.').waitFor()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await row.waitFor()

  await page.keyboard.press('F2')
  await page.getByRole('dialog').getByLabel('Name').last().fill('Hogs of today')
  await page.keyboard.press('Enter')
  await expect.poll(() => row.innerText()).toContain('Hogs of today')

  await page.keyboard.press('Delete')
  await expect.poll(() => row.count()).toBe(0)
  await page.keyboard.press('g')
  await page.keyboard.press('b')
  await expect.poll(() => row.innerText()).toContain('Hogs of today')
  await page.keyboard.press('u')
  await page.getByTestId('nav-library').click()
  await expect.poll(() => row.innerText()).toContain('Hogs of today')
  expect(faults).toEqual([])
})
