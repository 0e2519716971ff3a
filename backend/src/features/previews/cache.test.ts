import { beforeEach, describe, expect, it } from '@jest/globals'
import type { FileStat, Scratch } from '../../storage/types.ts'
import type { WantedPicture } from './draw.ts'
import { createPreviewCache, previewKey } from './cache.ts'

const JPEG = Buffer.from('ffd8ffe000', 'hex')
const MONTH = 30 * 86_400_000
const WANTED: WantedPicture = { size: 'thumb', side: 256, fit: 'cover', keepsFormat: false }
const STAT: FileStat = {
  kind: 'file',
  etag: 'abc-2',
  size: 7,
  modified: new Date(0),
  contentType: '',
  version: 'v',
  contentId: 'written-as',
}
const key = previewKey({ bucket: 'nido-ann' }, STAT, WANTED)

let objects: Map<string, Buffer>
let time: number
const scratch: Scratch = {
  put: async (name, body) => void objects.set(name, body),
  get: async (name) => objects.get(name) ?? null,
  delete: async (names) => names.forEach((name) => objects.delete(name)),
  list: async (prefix) => [...objects.keys()].filter((name) => name.startsWith(prefix)),
}
/** A cache as another replica has it, or this one after a start. */
const open = () => createPreviewCache({ scratch, now: () => time })

beforeEach(() => {
  objects = new Map([['uploads/x', Buffer.alloc(1)]])
  time = 20 * MONTH
})

describe('kept previews', () => {
  it('are found by their file and what was asked for, by other replicas too', async () => {
    await open().put(key, { bytes: JPEG, type: 'image/jpeg' })
    expect(await open().get(key)).toEqual({ bytes: JPEG, type: 'image/jpeg' })
    expect(await open().get(key.replace('abc', 'abd'))).toBeNull()
    expect([...objects.keys()].filter((name) => name.startsWith('previews/'))).toEqual([
      'previews/20/nido-ann/abc-2-7-written-as/thumb-cover',
    ])
  })

  it('live on while somebody looks at them, and go when nobody has for two months', async () => {
    await open().put(key, { bytes: JPEG, type: 'image/jpeg' })
    for (let month = 0; month < 5; month++) {
      time += MONTH
      const cache = open()
      expect(await cache.get(key)).not.toBeNull()
      await cache.prune()
    }
    time += 2 * MONTH
    await open().prune()
    expect([...objects.keys()]).toEqual(['uploads/x'])
  })

  it('C9: are not those of another file that has the same ETag and size', async () => {
    await open().put(key, { bytes: JPEG, type: 'image/jpeg' })
    expect(await open().get(previewKey({ bucket: 'nido-ann' }, { ...STAT, contentId: 'another' }, WANTED))).toBeNull()
  })

  it('that are no pictures any more are made anew', async () => {
    objects.set(`previews/20/${key}`, Buffer.from('half'))
    expect(await open().get(key)).toBeNull()
  })
})
