import { describe, expect, it } from '@jest/globals'
import { type Edges, nearestIn } from './nearest.ts'

const box = (left: number, top: number): Edges => ({ left, right: left + 10, top, bottom: top + 10 })
// Two rows, the second one shifted.
const boxes = [box(0, 0), box(20, 0), box(40, 0), box(5, 30), box(25, 30)]

describe('the nearest box', () => {
  it.each([
    [0, 'right', 1],
    [1, 'left', 0],
    [0, 'left', -1],
    [2, 'right', -1],
    [0, 'down', 3],
    [2, 'down', 4],
    [4, 'up', 1],
    [0, 'up', -1],
    [3, 'down', -1],
  ] as const)('of %i, %s', (from, direction, to) => {
    expect(nearestIn(boxes, boxes[from] ?? box(0, 0), direction)).toBe(to)
  })
})
