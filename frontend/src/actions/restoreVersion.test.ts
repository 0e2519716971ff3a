import { describe, expect, it } from '@jest/globals'
import type { FileVersion } from '../../../backend/contract/trash.ts'
import { makeItem, problem, testRoot } from '../stores/test-root.ts'
import { restoreVersion } from './restoreVersion.ts'
import { versionsOf } from '../stores/VersionStore.ts'

const makeVersion = (id: string, isLatest = false): FileVersion => ({
  id,
  size: 1,
  modified: '2026-11-01T00:00:00Z',
  written: '2026-11-01T00:00:00Z',
  isLatest,
})

function setUp(isRefused = false) {
  const restored: string[] = []
  const { root } = testRoot((call, query) => {
    if (call === 'GET /api/versions/a.txt')
      return Response.json({ items: [makeVersion('new', true), makeVersion('old')] })
    if (call.startsWith('GET')) return Response.json({ used: 0, total: 0 })
    restored.push(`${call} ${query.get('action')} ${query.get('version')}`)
    return isRefused ? problem(423, 'locked') : new Response('200 OK')
  })
  return { root, restored, leave: () => root.toasts.toasts.forEach(({ id }) => root.toasts.dismiss(id)) }
}

describe('versions of a file', () => {
  it('go on top, and back', async () => {
    const { root, restored, leave } = setUp()
    await versionsOf(root).load('/a.txt')
    await restoreVersion(root, makeItem('/a.txt'), { version: makeVersion('old'), when: 'yesterday' })
    await root.toasts.undoLast()
    expect(restored).toEqual(['PATCH /api/resources/a.txt restore old', 'PATCH /api/resources/a.txt restore new'])
    leave()
  })

  it('stay as they are where that is refused, and the reason is said', async () => {
    const { root, leave } = setUp(true)
    await versionsOf(root).load('/a.txt')
    await restoreVersion(root, makeItem('/a.txt'), { version: makeVersion('old'), when: 'yesterday' })
    expect(root.toasts.toasts.map(({ message, action }) => [message.key, action])).toEqual([['error.locked', null]])
    expect(versionsOf(root).restoring).toBeNull()
    leave()
  })
})
