// Which version is on top of a file, by own writes and by what is heard.
import { describe, expect, it } from '@jest/globals'
import { place } from '../paths.ts'
import { KnownTops } from './known-tops.ts'

const at = place('bucket', 'folder/file')
const top = (version: string) => ({ version, etag: `etag-${version}`, size: 3 })
const facts = (version: string) => ({ etag: `etag-${version}`, size: 3 })
const heard = (kind: 'created' | 'covered' | 'removed', version: string) => ({ kind, version })

/** Of a file that was written twice. */
function written(): KnownTops {
  const tops = new KnownTops()
  tops.keep(at, top('one'))
  tops.keep(at, top('two'))
  return tops
}

describe('the version on top', () => {
  it('is known where the index has the same content', () => {
    expect(written().find(at, facts('two'))).toEqual(top('two'))
    expect(written().find(at, facts('one'))).toBeNull()
    expect(written().find(place('bucket', 'folder/other'), facts('two'))).toBeNull()
  })

  it.each([
    ['stays known', 'how it was made', heard('created', 'two'), 'two'],
    ['stays known', 'how an own version beneath it was made', heard('created', 'one'), 'two'],
    ['is forgotten', 'another version', heard('created', 'other'), undefined],
    ['is forgotten', 'a file without a version', heard('created', ''), undefined],
    ['is forgotten', 'a delete marker', heard('covered', 'marker'), undefined],
    ['is forgotten', 'the removal of a version', heard('removed', 'one'), undefined],
  ])('%s where an event tells of %s', (_, __, event, version) => {
    const tops = written()
    tops.hear(at, event)
    expect(tops.find(at, facts('two'))?.version).toBe(version)
  })

  it('is forgotten where its folder may have changed, or events were missed', () => {
    const [changed, missed, unknown] = [written(), written(), written()]
    changed.forgetAll(['bucket/folder'])
    missed.forgetEverything()
    unknown.forget(at)
    for (const tops of [changed, missed, unknown]) expect(tops.find(at, facts('two'))).toBeNull()
  })
})
