// The box goes where no line passes.
import { expect, it } from 'vitest'
import { placeReadout } from './place-readout'

it('prefers the left of the top', () => {
  expect(placeReadout([[0.7, 0.9]], [[0, 0.9]], 0.4)).toEqual({ side: 'top', left: 0 })
  expect(placeReadout([], [], 0.4)).toEqual({ side: 'top', left: 0 })
})

it('goes between two lines where there is room', () => {
  const steep = placeReadout(
    [
      [0.85, 0.9],
      [0.18, 0.2],
    ],
    [[0.1, 0.9]],
    0.5,
  )
  expect(steep).toEqual({ side: 'top', left: 0.2 })
})

it('goes to the bottom right where the top is crowded, and gives up in the corner', () => {
  expect(placeReadout([[0.1, 1]], [[0, 0.3]], 0.5)).toEqual({ side: 'bottom', left: 0.5 })
  expect(placeReadout([[0.1, 1]], [[0.2, 0.8]], 0.5)).toEqual({ side: 'top', left: 0 })
})
