import { describe, expect, it } from '@jest/globals'
import { problem, testRoot } from './test-root.ts'

describe('the versions of a file', () => {
  it('are those of the file that was asked about last', async () => {
    const { root } = testRoot((call) =>
      call.endsWith('/b.txt') ? problem(404, 'notFound') : Response.json({ items: [] }),
    )
    const first = root.versions.load('/a.txt')
    await root.versions.load('/b.txt')
    await first
    expect([root.versions.list.of, root.versions.list.value, root.versions.list.error?.code]).toEqual([
      '/b.txt',
      null,
      'notFound',
    ])
  })

  it('are there only on a storage that keeps them', () => {
    expect(testRoot(() => problem(404, 'notFound')).root.versions.isKept).toBe(true)
    expect(testRoot(() => problem(404, 'notFound'), { settings: { RetentionDays: -1 } }).root.versions.isKept).toBe(
      false,
    )
  })
})
