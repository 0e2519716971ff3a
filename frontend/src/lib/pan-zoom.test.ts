import { describe, expect, it } from '@jest/globals'
import { FITTED, followed, panBy, swipeOf, zoomAt } from './pan-zoom.ts'

describe('zooming a picture', () => {
  it('keeps the point under the pointer', () => {
    const at = { x: 100, y: -50 }
    const view = zoomAt(FITTED, 2, at)
    expect(view).toEqual({ scale: 2, x: -100, y: 50 })
    expect((at.x - view.x) / view.scale).toBe(100)
  })
  it('never gets smaller than the stage, and then lies in the middle', () => {
    expect(zoomAt({ scale: 2, x: 30, y: 30 }, 0.1, { x: 0, y: 0 })).toEqual(FITTED)
  })
})

describe('moving a picture', () => {
  const stage = { width: 400, height: 400 }
  it('stops at its edge', () => {
    expect(
      panBy({ scale: 2, x: 0, y: 0 }, { x: 900, y: -10 }, { picture: { width: 400, height: 200 }, stage }),
    ).toEqual({
      scale: 2,
      x: 200,
      y: 0,
    })
  })
})

describe('swiping', () => {
  it('turns pages with the direction of the script', () => {
    expect([
      swipeOf({ x: -90, y: 5 }, false),
      swipeOf({ x: 90, y: 5 }, false),
      swipeOf({ x: -90, y: 5 }, true),
    ]).toEqual(['next', 'previous', 'previous'])
  })
  it('closes downwards, and means nothing when short', () => {
    expect([
      swipeOf({ x: 5, y: 120 }, false),
      swipeOf({ x: 5, y: 30 }, false),
      swipeOf({ x: 5, y: -200 }, false),
    ]).toEqual(['close', null, null])
  })
})

describe('a picture under a finger', () => {
  it('follows it horizontally or vertically', () => {
    expect(followed({ x: 40, y: 20 })).toEqual({ x: 40, y: 0 })
    expect(followed({ x: 10, y: 20 })).toEqual({ x: 0, y: 20 })
    expect(followed({ x: 10, y: -20 })).toEqual({ x: 0, y: 0 })
  })
})
