import { describe, expect, it } from '@jest/globals'
import { foldersOf, liveVersions, type Stack } from './stacks.ts'

describe('the folders of names', () => {
  it('are all that lie above them', () => {
    expect([...foldersOf(['a/b/c.txt', 'a/d/', 'e.txt'])]).toEqual(['a', 'a/b', 'a/d'])
  })
})

describe('the versions that go along', () => {
  const stack = (...kinds: ('data' | 'marker')[]): Stack => ({
    name: 'x',
    key: 'x',
    versions: kinds.map((kind, index) => ({
      key: 'x',
      version: `v${index}`,
      isMarker: kind === 'marker',
      size: 1,
      etag: '',
      lastModified: new Date(0),
      metadata: {},
      contentType: '',
    })),
  })
  const idsOf = (versions: Stack) => liveVersions(versions).map((version) => version.version)

  it('are all of a file that was never deleted', () => expect(idsOf(stack('data', 'data'))).toEqual(['v0', 'v1']))
  it('end at the newest delete marker', () =>
    expect(idsOf(stack('data', 'marker', 'data', 'data'))).toEqual(['v2', 'v3']))
  it('are none of a deleted file', () => expect(idsOf(stack('data', 'marker'))).toEqual([]))
})
