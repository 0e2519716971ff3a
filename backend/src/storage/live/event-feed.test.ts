import { describe, expect, it } from '@jest/globals'
import { pino } from 'pino'
import { until } from '../../../../tests/helpers/until.ts'
import { Catalogue } from '../catalogue/catalogue.ts'
import type { StorageCore } from '../core.ts'
import { EventFeed } from './event-feed.ts'
import type { BucketEvent } from './event-records.ts'
import type { Rescans } from './rescans.ts'

/**
 * A feed over a bucket, beside a storage that has a file of some keys: those are what its looks find. `pending`: where
 * operations are under way.
 */
function feeding(there: ReadonlySet<string>, pending: string[] = []) {
  const catalogue = new Catalogue(() => undefined)
  catalogue.open('b')
  const looked: string[] = []
  const rescans = {
    touch: () => undefined,
    tree: async () => undefined,
    key: async (bucket: string, key: string) => {
      looked.push(key)
      if (!there.has(key)) catalogue.remove(bucket, key)
    },
  } as unknown as Rescans
  const journal = {
    last: { rev: 1, floor: 0, ops: pending.map((src) => ({ state: 'copying', src, dst: null })), closed: [] },
    read: async () => undefined,
  }
  const core = { journal, log: pino({ level: 'silent' }), now: Date.now } as unknown as StorageCore
  const feed = new EventFeed({
    core,
    catalogue,
    rescans,
    moves: { hear: () => false, isNew: () => false },
    stalePaths: { covering: () => [], add: () => undefined },
    isOurs: () => true,
    by: (_cause, work) => work(),
    discover: () => undefined,
    forget: async () => undefined,
    observeLag: () => undefined,
  })
  let number = 0
  const tell = async (kind: BucketEvent['kind'], key: string, version = '') => {
    number += 1
    const facts = { version, size: 1, etag: 'e', modified: 1, request: '', at: Date.now() }
    feed.take({ kind, bucket: 'b', key, sequencer: number.toString(16), ...facts })
    feed.reach(number)
    expect(await until(() => feed.reached === number)).toBe(true)
  }
  return { catalogue, looked, tell, feed }
}

describe('what is told of a bucket', () => {
  it('is believed where it tells that something was made', async () => {
    const { catalogue, looked, tell } = feeding(new Set(['new.txt']))
    await tell('created', 'new.txt')
    expect([catalogue.hasFile('b', 'new.txt'), looked]).toEqual([true, []])
  })

  it.each(['removed', 'covered'] as const)('is looked at where a key was told to be %s before', async (kind) => {
    const { catalogue, looked, tell } = feeding(new Set(['again.txt']))
    for (const key of ['late.txt', 'again.txt', 'folder/']) await tell(kind, key)
    looked.length = 0
    for (const key of ['late.txt', 'again.txt', 'folder/']) await tell('created', key)
    expect(looked).toEqual(['late.txt', 'again.txt', 'folder/'])
    expect([catalogue.hasFile('b', 'late.txt'), catalogue.hasFolder('b', 'folder')]).toEqual([false, false])
  })

  it('is believed meanwhile where an operation below is under way, and looked at all the same', async () => {
    const { catalogue, looked, tell } = feeding(new Set(['folder/']), ['b/folder/inner'])
    await tell('removed', 'folder/')
    await tell('created', 'folder/')
    expect([catalogue.hasFolder('b', 'folder'), looked]).toEqual([true, ['folder/']])
  })

  it('answers which versions were told, where the index has them and nothing is left open', async () => {
    const { tell, feed } = feeding(new Set(['a', 'again']), ['b/pending'])
    await tell('created', 'a', 'v1')
    await tell('created', 'a', 'v2')
    expect(['v1', 'v2', 'v3'].map((version) => feed.hasTold(version))).toEqual([true, true, false])
    await tell('covered', 'again')
    await tell('created', 'again', 'looked at')
    await tell('created', 'pending/a', 'pending')
    feed.ahead.wrote('b', 'own', 'other')
    await tell('created', 'own', 'before own')
    await tell('removed', 'a', 'gone')
    const open = ['looked at', 'pending', 'before own', 'gone']
    expect(open.filter((version) => feed.hasTold(version))).toEqual([])
  })
})
