// A file is replaced by one request where it is known what is there, and its note in the trash is made after that. By
// races and losses: nothing that was replaced is missing in the trash, and nothing is there that was not replaced.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import mongoose, { type Connection } from 'mongoose'
import type { Point } from '../../backend/src/storage/failpoints.ts'
import type { Storage } from '../../backend/src/storage/types.ts'
import { happens } from '../helpers/until.ts'
import { useServers } from '../helpers/servers.ts'
import { useStorage } from '../storage/world.ts'

const world = useStorage({ open: useServers, hasVersions: true })
const { at, by, put, read, codeOf, change, holding, notes } = world
/** Longer than others have to have changed nothing before the journal is trusted. */
const TRUSTED_MS = 60_000

const opened: { alone?: Storage; database?: Connection } = {}
const alone = () => opened.alone as Storage
const owed = () => (opened.database as Connection).collection<{ _id: string }>('replacing')
const doubts = () => (opened.database as Connection).collection('doubts')
/** A write by the replica that is alone, as an action of its own. */
const replace = (path: string, body: string, action = path) =>
  put(path, body, { replacing: { by: { ...by, action }, shown: path } }, alone())

/** Puts a file by the replica that is alone, whose folder is known well enough by then. */
async function putFirst(path: string, body = 'before'): Promise<void> {
  const folder = path.slice(0, path.lastIndexOf('/'))
  for (const name of ['one', 'two', 'three']) await put(`${folder}/${name}`, name, {}, alone())
  await put(path, body, {}, alone())
}

/** Holds a write of a file at a point while others work, and tells how it ended. */
async function meanwhile(point: Point, path: string, writing: () => Promise<unknown>, work: () => Promise<unknown>) {
  const { ended } = await holding(
    point,
    path,
    async (reached) => {
      const late = codeOf(writing())
      await reached
      await work()
      return { ended: late }
    },
    1,
  )
  return ended
}

/** Waits until what replaces a file is written down before its note. */
async function untilAhead(path: string): Promise<void> {
  const isAhead = async () => {
    await meanwhile(
      'replace.noted',
      path,
      () => replace(path, String(Math.random())),
      async () => undefined,
    )
    return (await owed().countDocuments({})) > 0
  }
  await happens(isAhead, 'a file is replaced by one request', TRUSTED_MS)
}

const noted = async (path: string) => {
  const found = (await alone().operations.notes([world.bucket], { limit: 1_000 })).notes
  return found.filter((note) => note.at.path === path.slice(1)).toReversed()
}
const sizes = async (path: string) =>
  (await Promise.all((await noted(path)).map(({ id }) => alone().operations.noted(id)))).map((names) =>
    names.map(({ size }) => size).join(' '),
  )
const restored = async (path: string, id = '') => {
  await (
    await alone().operations.restore(id, by, { override: true })
  ).committed
  return read(path)
}

// Inside, so that they end before the world does.
describe('a replica that is alone', () => {
  beforeAll(async () => {
    opened.alone = await world.openAnother({ serving: () => 'alone' })
    const { mongoUrl } = world.servers
    opened.database = await mongoose.createConnection(`${mongoUrl}/${world.prefix.slice(0, -1)}`).asPromise()
    await putFirst('/trusted/a')
    await untilAhead('/trusted/a')
  }, 600_000)
  afterAll(async () => {
    await opened.alone?.stop()
    await opened.database?.close()
  })

  describe('a file that is replaced by one request', () => {
    it('is noted when somebody looks, also before that', async () => {
      await putFirst('/seen/x')
      let before: string[] = []
      const ended = await meanwhile(
        'replace.noted',
        '/seen/x',
        () => replace('/seen/x', 'later'),
        async () => {
          before = await sizes('/seen/x')
        },
      )
      expect([ended, before, await sizes('/seen/x'), await read('/seen/x')]).toEqual(['done', ['6'], ['6'], 'later'])
      const [note] = await noted('/seen/x')
      expect(await restored('/seen/x', note?.id)).toBe('before')
      expect(await owed().countDocuments({})).toBe(0)
    })

    it('is one with what the same action replaces before and after, however often', async () => {
      await putFirst('/often/x', '1')
      await putFirst('/often/y', '22')
      for (const body of ['333', '4444', '55555']) await replace('/often/x', body, 'often')
      await replace('/often/y', '666666', 'often')
      expect(await sizes('/often')).toEqual(['1 2'])
      await replace('/often/x', '7777777', 'often')
      expect(await sizes('/often')).toEqual(['1 2'])
    })

    it('is noted as what was there, where another tool or replica has put something else', async () => {
      await putFirst('/other/x', '1')
      const ended = await meanwhile(
        'replace.noted',
        '/other/x',
        () => replace('/other/x', '333'),
        () => world.s3.put(world.bucket, 'other/x', '22'),
      )
      expect([ended, await sizes('/other/x'), await read('/other/x')]).toEqual(['done', ['2'], '333'])
    })

    it('is made anew where another tool has deleted it', async () => {
      await putFirst('/gone/x', '1')
      const ended = await meanwhile(
        'replace.noted',
        '/gone/x',
        () => replace('/gone/x', '333'),
        () => world.s3.delete(world.bucket, 'gone/x'),
      )
      expect([ended, await sizes('/gone/x'), await read('/gone/x')]).toEqual(['done', [], '333'])
    })

    it('is not noted twice where another write of the same process put the same content', async () => {
      await putFirst('/same/x', 'same')
      const ended = await meanwhile(
        'replace.noted',
        '/same/x',
        () => replace('/same/x', 'late', 'late'),
        () => replace('/same/x', 'same', 'between'),
      )
      expect([ended, (await noted('/same/x')).length]).toEqual(['done', 2])
      // As long as a note is in doubt, it is corrected before anything is done with it.
      await happens(async () => (await doubts().countDocuments({})) === 0, 'no note is in doubt')
      const [note, other] = await noted('/same/x')
      await (
        await alone().operations.purge(note?.id ?? '', by)
      ).committed
      expect(await restored('/same/x', other?.id)).toBe('same')
    })

    it('takes its note along when its folder is moved', async () => {
      await putFirst('/moves/in/x', '1')
      const ended = await meanwhile(
        'writer.settles',
        '/moves/in/x',
        () => replace('/moves/in/x', '22'),
        async () => {
          await (
            await alone().operations.move(at('/moves/in'), at('/moves/to'), change())
          ).committed
          await alone().checkWritable(at('/moves/to/x'), 'any')
        },
      )
      expect([ended, await sizes('/moves/in/x'), await sizes('/moves/to/x')]).toEqual(['done', [], ['1']])
      const [note] = await noted('/moves/to/x')
      expect(await restored('/moves/to/x', note?.id)).toBe('1')
    })

    it('is not noted where it was moved away before', async () => {
      await putFirst('/away/x', '1')
      const ended = await meanwhile(
        'replace.noted',
        '/away/x',
        () => replace('/away/x', '22'),
        async () => {
          await (
            await alone().operations.move(at('/away/x'), at('/away/y'), change())
          ).committed
          await alone().checkWritable(at('/away/y'), 'any')
        },
      )
      expect([ended, await sizes('/away/x'), await sizes('/away/y')]).toEqual(['done', [], []])
      expect([await read('/away/x'), await read('/away/y')]).toEqual(['22', '1'])
    })

    it('is noted once where a delete comes between the put and its end', async () => {
      await putFirst('/deleted/x', '1')
      const ended = await meanwhile(
        'writer.settles',
        '/deleted/x',
        () => replace('/deleted/x', '22'),
        async () => {
          await alone().operations.remove(at('/deleted/x'), { ...change(), asksBelow: false, isLimited: false })
          await alone().checkWritable(at('/deleted/x'), 'any')
        },
      )
      expect([ended, await sizes('/deleted/x')]).toEqual(['done', ['1', '2']])
    })
  })

  describe('what a lost process owed', () => {
    /** The state that a process leaves which is killed right before, or right after, it has replaced a file. */
    async function lose(path: string, { hasHappened, isNoted = false }: { hasHappened: boolean; isNoted?: boolean }) {
      await put(path, 'before')
      const [{ versionId: version = '' } = {}] = await world.s3.versions(world.bucket, path.slice(1))
      const successor = `lost-${path.slice(1).replaceAll('/', '-')}`
      const replacing = { by: { ...by, action: path }, shown: path }
      await owed().insertOne({
        _id: successor,
        bucket: world.bucket,
        owner: 'lost',
        body: JSON.stringify({ ...replacing, at: at(path), version, size: 6, successor }),
      } as { _id: string })
      const options = { writeId: successor, ...(isNoted && { replacing }) }
      if (hasHappened) await put(path, 'later', options, world.two)
      await world.one.settleNotes()
      expect(await owed().countDocuments({ _id: successor })).toBe(0)
      return (await notes()).filter((note) => note.at.path === path.slice(1))
    }

    it('is noted if it has happened', async () => {
      const [note, ...others] = await lose('/lost/x', { hasHappened: true })
      expect([note?.kind, note?.count, note?.bytes, others]).toEqual(['replace', 1, 6, []])
      expect(await restored('/lost/x', note?.id)).toBe('before')
    })

    it('is not noted if it has not', async () => {
      expect(await lose('/lost/y', { hasHappened: false })).toEqual([])
    })

    it('is not noted again', async () => {
      expect(await lose('/lost/z', { hasHappened: true, isNoted: true })).toHaveLength(1)
    })
  })
})
