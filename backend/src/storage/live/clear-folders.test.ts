import { describe, expect, it } from '@jest/globals'
import { pino } from 'pino'
import { sleep } from '../../lib/sleep.ts'
import { place } from '../paths.ts'
import { ClearFolders } from './clear-folders.ts'

const BUCKET = 'bucket'
const at = (path: string) => place(BUCKET, path)

interface Listing {
  names: string[][]
  /** What the listing waits for before it ends. */
  until?: Promise<void>
}

/** What listings tell, by prefix; each folder that was listed. */
function made(listings: Record<string, Listing> = {}, knownIn = 0) {
  const listed: string[] = []
  const clear = new ClearFolders({
    list: async function* list(_bucket, prefix) {
      listed.push(prefix)
      const { names = [], until } = listings[prefix] ?? { names: [] }
      yield* names
      await until
    },
    isKnownFolder: (_bucket, path) => path.endsWith('known'),
    hasMoreIn: (_bucket, path, count) => path === 'large' && knownIn > count,
    log: pino({ level: 'silent' }),
  })
  return { clear, listed }
}

/** A look that finds nothing in the way of a file. */
const look = (clear: ClearFolders, path: string) => clear.end(clear.begin(at(path)), true)

async function known(path: string, listings: Record<string, Listing> = {}) {
  const world = made(listings)
  look(world.clear, `${path}/first`)
  look(world.clear, `${path}/second`)
  await sleep(5)
  return world
}

describe('a folder', () => {
  it('is known once several files came into it and it was listed', async () => {
    const { clear, listed } = made()
    look(clear, 'a/b/first')
    await sleep(5)
    expect([clear.has(at('a/b/x')), listed]).toEqual([false, []])
    look(clear, 'a/b/second')
    await sleep(5)
    expect([clear.has(at('a/b/x')), clear.has(at('a/x')), clear.has(at('x')), listed]).toEqual([
      true,
      false,
      false,
      ['a/b/'],
    ])
  })

  it('is listed only when looks have cost as much as that', async () => {
    const { clear, listed } = made({}, 1_000)
    for (let count = 0; count < 9; count += 1) look(clear, `large/${count}`)
    await sleep(5)
    expect([clear.has(at('large/x')), listed]).toEqual([false, []])
    look(clear, 'large/10')
    await sleep(5)
    expect([clear.has(at('large/x')), listed]).toEqual([true, ['large/']])
  })

  it('does not tell of names with anything below them, but leaves to the index what that knows', async () => {
    const { clear } = await known('a', { 'a/': { names: [['dead'], ['other', 'is-known']] } })
    expect(['dead', 'other', 'is-known', 'x'].map((name) => clear.has(at(`a/${name}`)))).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  it('learns of what comes below a name while it is listed and afterwards', async () => {
    const { promise: until, resolve } = Promise.withResolvers<void>()
    const { clear } = await known('a', { 'a/': { names: [[]], until } })
    clear.hear(BUCKET, 'a/during/in')
    resolve()
    await sleep(5)
    clear.hear(BUCKET, 'a/after/')
    clear.hear(BUCKET, 'a/file')
    expect(['during', 'after', 'file'].map((name) => clear.has(at(`a/${name}`)))).toEqual([false, false, true])
  })

  it.each(['a', 'a/b', 'a/b/'])('is forgotten when a key of its own name or above it changes: %s', async (key) => {
    const { clear } = await known('a/b/c')
    clear.hear(BUCKET, 'a/b/c/in/it')
    clear.hear('another', 'a')
    expect(clear.has(at('a/b/c/x'))).toBe(true)
    clear.hear(BUCKET, key)
    expect(clear.has(at('a/b/c/x'))).toBe(key.endsWith('/'))
  })

  it.each(['bucket', 'bucket/a', 'bucket/a/b'])('is forgotten with a place in doubt: %s', async (path) => {
    const { clear } = await known('a/b')
    clear.forget('bucket/a/bc')
    expect(clear.has(at('a/b/x'))).toBe(true)
    clear.forget(path)
    expect(clear.has(at('a/b/x'))).toBe(false)
  })

  it('loses a name that is in doubt itself', async () => {
    const { clear } = await known('a')
    clear.forget('bucket/a/x/y')
    expect([clear.has(at('a/x')), clear.has(at('a/y'))]).toEqual([false, true])
  })

  it('is not known by a look during which a name above it changed, nor by one that found something', async () => {
    for (const disturb of [
      (clear: ClearFolders) => clear.hear(BUCKET, 'a'),
      (clear: ClearFolders) => clear.forget('bucket/a'),
      (clear: ClearFolders) => clear.forgetAll(),
    ]) {
      const { clear } = await known('a')
      clear.forgetAll()
      const looks = [clear.begin(at('a/first')), clear.begin(at('a/second'))]
      disturb(clear)
      for (const begun of looks) clear.end(begun, true)
      clear.end(clear.begin(at('a/third')), false)
      await sleep(5)
      expect(clear.has(at('a/x'))).toBe(false)
    }
  })

  it('is not kept where it is too large, nor where it was forgotten while it was listed', async () => {
    const many = Array.from({ length: 1_001 }, (_, index) => `dead-${index}`)
    expect((await known('a', { 'a/': { names: [many] } })).clear.has(at('a/x'))).toBe(false)
    const pages = Array.from({ length: 30 }, () => [])
    expect((await known('a', { 'a/': { names: pages } })).clear.has(at('a/x'))).toBe(false)
    const { promise: until, resolve } = Promise.withResolvers<void>()
    const { clear } = await known('a', { 'a/': { names: [], until } })
    clear.forgetAll()
    resolve()
    await sleep(5)
    expect(clear.has(at('a/x'))).toBe(false)
  })
})
