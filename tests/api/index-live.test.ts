// The index of two replicas: what other programs do in the buckets appears in listings, searches and sums, and watchers
// hear of it.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { fold } from '../../backend/contract/fold.ts'
import type { Entry, FolderChange, Storage } from '../../backend/src/storage/types.ts'
import { sleep } from '../../backend/src/lib/sleep.ts'
import { startS3Proxy } from '../helpers/s3-proxy.ts'
import { useServers } from '../helpers/servers.ts'
import { until } from '../helpers/until.ts'
import { useStorage } from '../storage/world.ts'

const world = useStorage({ open: useServers, hasVersions: true })
const { at, bucket, names, put } = world
const both = (isTrue: (storage: Storage) => boolean | Promise<boolean>) =>
  until(async () => (await Promise.all([world.one, world.two].map(isTrue))).every(Boolean))
/** The paths whose names contain the term. The storage may return more than those. */
async function find(storage: Storage, path: string, term: string): Promise<string[]> {
  const found = (await Array.fromAsync(storage.find(at(path), [term]))).flat()
  return found
    .map(({ relative }) => relative)
    .filter((relative) => fold(relative.slice(relative.lastIndexOf('/') + 1)).includes(term))
    .sort()
}
const entry = async (storage: Storage, folder: string, name: string): Promise<Entry | undefined> =>
  (await storage.list(at(folder))).find((one) => one.name === name)

describe('the index', () => {
  const heard: Record<'one' | 'two', FolderChange[]> = { one: [], two: [] }
  const ends: (() => void)[] = []
  const wasTold = (folder: string, name: string) =>
    Object.values(heard).every((changes) =>
      changes.some((change) => change.folder.path === at(folder).path && change.names.includes(name)),
    )

  beforeAll(async () => {
    await put('/start.txt', 'x')
    if (!(await both((storage) => storage.index().isReady && storage.index().events)))
      throw new Error('the index was not built')
    for (const replica of ['one', 'two'] as const)
      ends.push(world[replica].watch((change) => void heard[replica].push(change)))
  })
  afterAll(() => ends.forEach((end) => end()))

  it('shows what another program puts, replaces and deletes, and reports it on every replica', async () => {
    await world.s3.put(bucket, 'drop/deep/Été.txt', 'hello', { metadata: { mtime: '1577934245.678' } })
    expect(await both(async (storage) => (await find(storage, '/', 'ete')).includes('drop/deep/Été.txt'))).toBe(true)
    expect(await until(() => wasTold('/drop/deep', 'Été.txt') && wasTold('/', 'drop'))).toBe(true)
    for (const storage of [world.one, world.two]) {
      expect(await entry(storage, '/drop/deep', 'Été.txt')).toMatchObject({
        kind: 'file',
        size: 5,
        modified: new Date(1577934245678),
        etag: '5d41402abc4b2a76b9719d911017c592',
      })
      expect(await entry(storage, '/', 'drop')).toMatchObject({
        kind: 'folder',
        bytes: 5,
        modified: new Date(1577934245678),
      })
    }
    await world.s3.put(bucket, 'drop/deep/Été.txt', 'hello again')
    expect(
      await both(async (storage) => ((await entry(storage, '/', 'drop')) as { bytes?: number }).bytes === 11),
    ).toBe(true)
    // A file that has no time of its own shows the time of its last change, as listings report it.
    const [listed] = await world.s3.list(bucket, 'drop/')
    expect(
      await both(
        async (storage) =>
          (await entry(storage, '/drop/deep', 'Été.txt'))?.modified?.getTime() === listed?.modified.getTime(),
      ),
    ).toBe(true)
    await world.s3.delete(bucket, 'drop/deep/Été.txt')
    expect(
      await both(
        async (storage) =>
          (await entry(storage, '/', 'drop')) === undefined && (await find(storage, '/', 'ete')).length === 0,
      ),
    ).toBe(true)
  })

  it('shows what comes back when another program removes a delete marker', async () => {
    await put('/back/a.txt', 'old')
    const { VersionId } = await world.s3.delete(bucket, 'back/a.txt')
    expect(await both(async (storage) => (await find(storage, '/', 'back')).length === 0)).toBe(true)
    await world.s3.delete(bucket, 'back/a.txt', VersionId)
    expect(await both(async (storage) => (await find(storage, '/', 'back')).join() === 'back')).toBe(true)
    expect(await both(async (storage) => (await names('/back', storage)).join() === 'a.txt')).toBe(true)
  })

  it('picks up a bucket that another program creates', async () => {
    const made = { ...at('/'), bucket: `${bucket}-late` }
    await world.s3.makeBucket(made.bucket)
    await world.s3.put(made.bucket, 'one.txt', 'x')
    expect(await both(async (storage) => (await storage.list(made)).map(({ name }) => name).join() === 'one.txt')).toBe(
      true,
    )
    expect(
      await both(async (storage) => (await Array.fromAsync(storage.find(made, ['one']))).flat().length === 1),
    ).toBe(true)
  })

  it('shows on the other replica what was just written, created, moved and deleted here', async () => {
    for (let round = 0; round < 5; round += 1) {
      const folder = `/written/round ${round}`
      await world.one.makeFolder(at(folder))
      expect(await names('/written', world.two)).toContain(`round ${round}`)
      await put(`${folder}/a.txt`, 'x'.repeat(round + 1))
      expect(await entry(world.two, folder, 'a.txt')).toMatchObject({ size: round + 1 })
      await put(`${folder}/a.txt`, 'longer'.repeat(9), {}, world.two)
      expect(await entry(world.one, folder, 'a.txt')).toMatchObject({ size: 54 })
      await world.move(`${folder}/a.txt`, `${folder}/b.txt`)
      expect(await names(folder, world.two)).toEqual(['b.txt'])
      await world.remove(`${folder}/b.txt`)
      expect(await names(folder, world.two)).toEqual([])
    }
    expect(await find(world.two, '/written', '')).toHaveLength(5)
  })

  it('adds up what is there on both replicas, even while something is under way', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, index) => put(`/sum/in/f${index}.txt`, 'xy')))
    const moving = world.move('/sum/in', '/sum/out')
    for (const storage of [world.one, world.two])
      expect(await storage.usage(at('/sum'))).toEqual({ bytes: 60, files: 30 })
    await moving
    for (const storage of [world.one, world.two])
      expect(await storage.usage(at('/sum'))).toEqual({ bytes: 60, files: 30 })
    for (const storage of [world.one, world.two]) expect(await find(storage, '/sum', 'f1.txt')).toEqual(['out/f1.txt'])
    expect(
      await both(
        async (storage) => ((await entry(storage, '/', 'sum')) as { bytes?: number } | undefined)?.bytes === 60,
      ),
    ).toBe(true)
  })

  it("reports the time of a folder's newest content", async () => {
    const [early, late] = [new Date('2001-01-01T00:00:00Z'), new Date('2011-11-11T11:11:11Z')]
    await put('/times/in/a.txt', 'x', { modified: late })
    await put('/times/in/b.txt', 'x', { modified: early })
    expect(await entry(world.one, '/times', 'in')).toMatchObject({ modified: late })
    await world.remove('/times/in/a.txt')
    expect(
      await until(async () => (await entry(world.one, '/times', 'in'))?.modified?.getTime() === early.getTime()),
    ).toBe(true)
  })
})

describe('a listing of the storage that leaves something out', () => {
  it('is corrected by the index, and does not mislead it', async () => {
    const proxy = await startS3Proxy(world.servers.s3Endpoint)
    const s3 = { endpoint: proxy.endpoint, region: 'us-east-1', ...world.servers.keys }
    const third = await world.openAnother({ s3 })
    // What it has written may be anywhere in the bucket, since it names no places.
    const marking = await world.openAnother({ serving: () => 'alone' })
    try {
      for (const name of ['a', 'c/x', 'd']) await put(`/cut/${name}`, 'here')
      await world.one.makeFolder(at('/cut/e'))
      expect(await until(async () => (await names('/cut', third)).length === 4 && third.index().events)).toBe(true)
      proxy.leaveOut(['cut/a', 'cut/e/'])
      // A replica has to hear of another replica's write to the bucket. Until then it asks S3 itself.
      for (let round = 1; proxy.leftOut < 3; round += 1) {
        await put(`/cut/d`, `there ${round}`, {}, marking)
        expect(await names('/cut', third)).toEqual(['a', 'c', 'd', 'e'])
      }
      // The index looks at a folder that is opened, and asks for what its listing does not have.
      for (const before = proxy.leftOut; proxy.leftOut === before; await sleep(100)) await names('/cut', third)
      await sleep(500)
      expect(await names('/cut', third)).toEqual(['a', 'c', 'd', 'e'])
      await world.s3.delete(bucket, 'cut/a')
      await put('/cut/d', 'at last')
      expect(await until(async () => (await names('/cut', third)).join() === 'c,d,e')).toBe(true)
    } finally {
      await Promise.all([third.stop(), marking.stop()])
      await proxy.stop()
    }
  }, 60_000)
})
