import { describe, expect, it } from '@jest/globals'
import { problem, testRoot } from './test-root.ts'
import { versionsOf } from './VersionStore.ts'

describe('the versions of a file', () => {
  it('are those of the file that was asked about last', async () => {
    const { root } = testRoot((call) =>
      call.endsWith('/b.txt') ? problem(404, 'notFound') : Response.json({ items: [] }),
    )
    const first = versionsOf(root).load('/a.txt')
    await versionsOf(root).load('/b.txt')
    await first
    expect([versionsOf(root).list.of, versionsOf(root).list.value, versionsOf(root).list.error?.code]).toEqual([
      '/b.txt',
      null,
      'notFound',
    ])
  })

  it('are there only on a storage that keeps them', () => {
    expect(testRoot(() => problem(404, 'notFound')).root.keepsVersions).toBe(true)
    expect(testRoot(() => problem(404, 'notFound'), { settings: { RetentionDays: -1 } }).root.keepsVersions).toBe(false)
  })
})
