import { describe, expect, it } from '@jest/globals'
import type { JobEnd, RunningJob } from '../../jobs/types.ts'
import { placeOfText } from '../../storage/paths.ts'
import type { OpenFile, Storage, TreeEntry } from '../../storage/types.ts'
import { KeptPhotoDays } from './kept.ts'
import { createPhotoDatesWork, type PhotoDatesInput, type PhotoDatesProgress } from './work.ts'

const FOLDER = placeOfText('nido-ann')
/** The date in a photo is its content, and so is its ETag. */
const DAYS: Record<string, string> = { one: '2019-11-26T10:00:00', two: '2020-01-02T10:00:00', none: '' }

function world(files: Record<string, string>) {
  const objects = new Map<string, Buffer>()
  const read: string[] = []
  const ending = new AbortController()
  const progresses: PhotoDatesProgress[] = []
  const scratch = {
    put: async (key: string, body: Buffer) => void objects.set(key, body),
    get: async (key: string) => objects.get(key) ?? null,
    list: async (prefix: string) => [...objects.keys()].filter((key) => key.startsWith(prefix)),
    delete: async (keys: string[]) => keys.forEach((key) => objects.delete(key)),
  }
  const kept = new KeptPhotoDays(scratch)
  const statOf = (etag: string) => ({ kind: 'file', size: 9, etag, modified: new Date(0) })
  const storage = {
    tree: async function* () {
      for (const [relative, etag] of Object.entries(files)) yield { ...statOf(etag), relative } as TreeEntry
    },
    open: async ({ path }: { path: string }) => ({ stat: statOf(files[path] ?? 'gone') }) as unknown as OpenFile,
  } as unknown as Pick<Storage, 'tree' | 'open'>
  const work = createPhotoDatesWork({
    storage,
    kept,
    takenOf: async ({ stat }) => {
      read.push(stat.etag)
      return DAYS[stat.etag] || undefined
    },
    now: () => 1_000,
  })
  const job = {
    input: { place: 'nido-ann' },
    progress: null,
    signal: ending.signal,
    report: (progress: PhotoDatesProgress) => progresses.push(progress),
    isHeld: () => true,
    isPlaceWanted: async () => false,
  } as unknown as RunningJob<PhotoDatesInput, PhotoDatesProgress>
  return {
    files,
    objects,
    kept,
    read,
    progresses,
    run: () => work.run(job),
    discard: () => work.discard(job),
    end: (why: JobEnd) => ending.abort(why),
  }
}

describe('looking at photos', () => {
  it('keeps the day of each photo, and looks at nothing else', async () => {
    const { run, kept, read, progresses } = world({
      'a/1.JPG': 'one',
      '2.heic': 'two',
      '3.jpg': 'none',
      'b.txt': 'one',
    })
    expect(await run()).toEqual({ until: 1_000 + 24 * 3_600_000 })
    expect(await kept.month(FOLDER, '11')).toEqual([{ relative: 'a/1.JPG', etag: 'one', size: 9, taken: '2019-11-26' }])
    expect(read.toSorted()).toEqual(['none', 'one', 'two'])
    expect(progresses.at(-1)).toEqual({ looked: 3, total: 3, doneAt: 1_000 })
  })

  it('reads nothing twice, also where it was moved or copied', async () => {
    const { run, kept, read, files } = world({ '1.jpg': 'one' })
    await run()
    delete files['1.jpg']
    Object.assign(files, { 'moved/1.jpg': 'one', 'copy.jpg': 'one', 'new.jpg': 'two' })
    await run()
    expect(read).toEqual(['one', 'two'])
    expect((await kept.month(FOLDER, '11')).map(({ relative }) => relative)).toEqual(['moved/1.jpg', 'copy.jpg'])
    expect(await kept.all(FOLDER)).toHaveLength(3)
  })

  it('keeps what it has read when its worker stops', async () => {
    const { run, kept, end, progresses } = world({ '1.jpg': 'one', '2.jpg': 'two' })
    const stopping = run()
    end('stop')
    await stopping.catch(() => undefined)
    expect(progresses.every(({ doneAt }) => doneAt === null)).toBe(true)
    await kept.all(FOLDER)
  })

  it('leaves nothing when it is discarded', async () => {
    const { run, discard, objects } = world({ '1.jpg': 'one' })
    await run()
    await discard()
    expect([...objects]).toEqual([])
  })

  it('reads what it cannot read back again', async () => {
    const { run, objects, read } = world({ '1.jpg': 'one' })
    await run()
    for (const key of objects.keys()) objects.set(key, Buffer.from('{broken\n'))
    await run()
    expect(read).toEqual(['one', 'one'])
  })
})
