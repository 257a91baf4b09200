// Experiments through the whole backend: real threads, a real database.
import { expect, test } from 'vitest'
import type { Progress } from '../../contract/api'
import { digestsOf, openBackend, runToEnd, temporaryFolder, textSource } from './harness'

test('an experiment runs, is stored, and is there after a restart', async () => {
  const home = temporaryFolder()
  const backend = await openBackend({ home })
  const seen: Progress[] = []
  backend.events.on('experiments.progress', (progress) => void seen.push(progress))
  const detail = await runToEnd(backend, textSource())
  expect(detail.failures).toEqual([])
  expect(detail.row).toMatchObject({ state: 'completed', runsDone: 6, runsTotal: 6, outcome: 'completed' })
  expect(detail.result.variants.map((variant) => variant.runs.length)).toEqual([3, 3])
  expect(detail.histograms[0]?.wakeup.counts.length).toBeGreaterThan(0)
  expect(seen[0]?.state).toBe('running')
  expect(seen.at(-1)).toMatchObject({ state: 'completed', total: 6, done: 6, cached: 0, perVariant: [3, 3] })
  await backend.dispose()
  const again = await openBackend({ home })
  expect(again.notices).toEqual([])
  expect(await again.handlers['experiments.list']({ bin: false })).toEqual([detail.row])
  expect(await again.handlers['experiments.get']({ id: detail.row.id })).toEqual(detail)
})

test('one thread and two give the same digests and the same stored results', async () => {
  const details = []
  for (const workers of [1, 2]) {
    const backend = await openBackend({ workers })
    details.push(await runToEnd(backend, textSource({ seeds: 4 })))
  }
  const [one, two] = details.map(({ result, histograms }) => ({
    variants: result.variants.map((v) => ({ ...v, runs: v.runs.map((run) => ({ ...run, wallMs: 0 })) })),
    comparisons: result.comparisons,
    histograms,
  }))
  expect(one?.variants[0]?.runs).toHaveLength(4)
  expect(two).toEqual(one)
})

test('what the library has is not computed again', async () => {
  const backend = await openBackend()
  const first = await runToEnd(backend, textSource({ seeds: 2 }))
  const preview = await backend.handlers['experiments.preview']({ source: textSource({ seeds: 3 }) })
  expect(preview).toMatchObject({ runsTotal: 6, runsCached: 4, problems: [] })
  const seen: Progress[] = []
  backend.events.on('experiments.progress', (progress) => void seen.push(progress))
  const second = await runToEnd(backend, textSource({ seeds: 3 }))
  expect(seen.at(-1)).toMatchObject({ done: 6, cached: 4 })
  expect(digestsOf(second)).toEqual(expect.arrayContaining(digestsOf(first)))
})

test('a cancel keeps what is finished, and a resume does the rest', async () => {
  const backend = await openBackend()
  const source = textSource({ seeds: 6, duration: '5s' })
  const { id } = await backend.start(source)
  await new Promise<void>((resolve) => {
    backend.events.on('experiments.progress', (progress) => {
      if (progress.done >= 2) resolve()
    })
  })
  const { kept } = await backend.handlers['experiments.cancel']({ id })
  expect(kept).toBeGreaterThanOrEqual(2)
  expect(kept).toBeLessThan(12)
  const cancelled = await backend.handlers['experiments.get']({ id })
  expect(cancelled.row).toMatchObject({ state: 'cancelled', runsDone: kept })
  expect(digestsOf(cancelled)).toHaveLength(kept)
  const { queued } = await backend.handlers['experiments.resume']({ id })
  expect(queued).toBe(12 - kept)
  await backend.finished(id)
  const whole = await backend.handlers['experiments.get']({ id })
  expect(whole.row.state).toBe('completed')
  expect(digestsOf(whole)).toEqual(expect.arrayContaining(digestsOf(cancelled)))
  expect(await backend.handlers['experiments.progress']({ id })).toMatchObject({ cached: kept, done: 12 })
})

test('variants that are the same share their runs and compare as equal', async () => {
  const backend = await openBackend()
  const variants = [
    { name: 'A', policy: 'eevdf' },
    { name: 'B', policy: 'eevdf' },
  ]
  const { row, result } = await runToEnd(backend, textSource({ variants }))
  expect(row).toMatchObject({ runsDone: 6, runsTotal: 6 })
  expect((await backend.handlers['app.info']({})).runCount).toBe(3)
  const measured = result.comparisons.filter((comparison) => comparison.ratio !== null)
  expect(measured.length).toBeGreaterThan(3)
  for (const { ratio, ci95, significant } of measured) {
    expect({ ratio, ci95, significant }).toEqual({ ratio: 1, ci95: [1, 1], significant: false })
  }
})

test('closing while it runs leaves the experiment interrupted and resumable', async () => {
  const home = temporaryFolder()
  const backend = await openBackend({ home })
  const { id } = await backend.start(textSource({ seeds: 6, duration: '5s' }))
  await backend.dispose()
  const again = await openBackend({ home })
  const { state } = (await again.handlers['experiments.get']({ id })).row
  expect(state).toBe('interrupted')
  await again.handlers['experiments.resume']({ id })
  expect((await again.finished(id)).state).toBe('completed')
})

test('a bad file is described in the preview and refused at the start', async () => {
  const backend = await openBackend()
  const source = { kind: 'text', name: 'bad.json', text: '{ "version": 1, "nmae": 3 }' } as const
  const preview = await backend.handlers['experiments.preview']({ source })
  expect(preview.experiment).toBeNull()
  expect(preview.problems.length).toBeGreaterThan(1)
  await expect(backend.start(source)).rejects.toMatchObject({ code: 'bad-spec', problems: preview.problems })
  const missing = await backend.handlers['experiments.preview']({
    source: { kind: 'path', path: '/no/such.json' },
  })
  expect(missing).toMatchObject({
    sourceName: 'such.json',
    problems: [{ message: expect.any(String) as string }],
  })
})

test('delete moves to the bin, restore brings back, a running one is stopped first', async () => {
  const backend = await openBackend()
  const { id } = await backend.start(textSource({ seeds: 6, duration: '5s' }))
  expect(await backend.handlers['experiments.delete']({ ids: [id] })).toEqual({ ids: [id] })
  expect(await backend.handlers['experiments.list']({ bin: false })).toEqual([])
  expect((await backend.handlers['experiments.list']({ bin: true }))[0]?.state).toBe('cancelled')
  expect(await backend.handlers['experiments.restore']({ ids: [id] })).toEqual({ ids: [id] })
  expect(await backend.handlers['experiments.list']({ bin: false })).toHaveLength(1)
})

test('every bundled example is listed', async () => {
  const backend = await openBackend()
  const examples = await backend.handlers['examples.list']({})
  expect(examples.map((example) => example.id)).toContain('two-hogs-nice')
})
