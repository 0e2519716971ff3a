// How many requests to S3 and to the database it takes to make or replace a file, on a quiet system; and that nothing
// is lost by what is not asked.
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import type { Trash } from '../../backend/contract/trash.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { happens, soon, until } from '../helpers/until.ts'
import { type Counted, startCounted } from './counted.ts'
import { bucketOf, filesOf, type PersonsFiles } from './files-client.ts'

const PUT = 'PUT'
/** Calls that are counted together, so that what the process asks for itself does not count. */
const CALLS = 50
/** Parts of an upload are no smaller. */
const CHUNK_BYTES = 5 * 1024 * 1024
/** Chunks that are counted together, for the same reason. */
const CHUNKS = 15
/** Longer than others have to have changed nothing before the journal is trusted. */
const TRUSTED_MS = 60_000
// Tests wait for that, and then go on.
jest.setTimeout(2 * TRUSTED_MS)

let nido: Counted
let me: PersonsFiles
let s3: PlainS3
let bucket: string
beforeAll(async () => {
  nido = await startCounted()
  me = nido.me
  s3 = openS3(nido.servers)
  bucket = bucketOf(nido.nido.bucketPrefix, me)
})
afterAll(async () => {
  s3.close()
  await nido.stop()
})

let made = 0
/** Makes a new file in a folder, and tells what S3 is asked for that. */
const making = (folder: string) =>
  nido.during(async () => (await me.upload(`${folder}/counted-${(made += 1)}.bin`, 'new')).expect(200))

/** Makes files in a folder until each takes one request. */
const known = (folder: string) =>
  happens(async () => (await making(folder)).join() === PUT, `new files in ${folder} take one request`)

const isConflict = async (path: string): Promise<boolean> => (await me.upload(path, 'x')).status === 409

describe('a new file', () => {
  it('takes one request, whatever its depth, once others were made in its folder', async () => {
    for (const folder of ['/one', '/a/b/c/d/e/f/g/eight']) {
      await known(folder)
      for (let again = 0; again < 5; again += 1) expect(await making(folder)).toEqual([PUT])
    }
  })

  it('takes one request by tus, too', async () => {
    await known('/tus')
    const path = '/tus/counted-tus.bin'
    const asked = await nido.during(async () => {
      ;(await me.tusBegin(path, 3)).expect(201)
      ;(await me.tusPatch(path, 0, 'new')).expect(204)
    })
    expect([asked, await me.read(path)]).toEqual([[PUT], 'new'])
  })

  it('takes one command of the database by tus, for its record, while the process is alone', async () => {
    await known('/tus-commands')
    const body = Buffer.alloc(10)
    const perCall = async () => {
      const commands = await nido.commands(async () => {
        for (let call = 0; call < CALLS; call += 1) {
          const path = `/tus-commands/counted-${(made += 1)}.bin`
          ;(await me.tusBegin(path, body.length)).expect(201)
          ;(await me.tusPatch(path, 0, body)).expect(204)
        }
      })
      return commands / CALLS
    }
    expect(await soon(perCall, (commands) => commands < 1.4, TRUSTED_MS)).toBeLessThan(1.4)
  })

  it('takes one command and one request for each further chunk, while the process is alone', async () => {
    const [path, chunk] = ['/counted-chunks.bin', Buffer.alloc(CHUNK_BYTES, 1)]
    let offset = 0
    const send = async () => {
      ;(await me.tusPatch(path, offset, chunk)).expect(204)
      offset += chunk.length
    }
    const perChunk = async () => {
      const commands = await nido.commands(async () => {
        for (let sent = 0; sent < CHUNKS; sent += 1) await send()
      })
      return commands / CHUNKS
    }
    ;(await me.tusBegin(path, 5_000 * CHUNK_BYTES)).expect(201)
    await send()
    expect(await nido.during(send)).toEqual([PUT])
    expect(await soon(perChunk, (commands) => commands < 1.4, TRUSTED_MS)).toBeLessThan(1.4)
    ;(await me.tusDelete(path)).expect(204)
  })

  it('takes two requests for the first chunk of several, and two for the last', async () => {
    await known('/ends')
    const [path, chunk] = ['/ends/counted-ends.bin', Buffer.alloc(CHUNK_BYTES, 2)]
    const first = async () => {
      ;(await me.tusBegin(path, 2 * chunk.length)).expect(201)
      ;(await me.tusPatch(path, 0, chunk)).expect(204)
    }
    // Its parts are begun, put and joined.
    expect(await nido.during(first)).toEqual(['POST', PUT])
    const last = async () => (await me.tusPatch(path, chunk.length, chunk)).expect(204)
    expect(await nido.during(last)).toEqual([PUT, 'POST'])
    const [file] = (await me.folder('/ends')).items.filter(({ name }) => name === 'counted-ends.bin')
    expect(file?.size).toBe(2 * chunk.length)
  })

  it('leaves nothing of an upload whose next chunk is awaited, when its person is deleted', async () => {
    const one = filesOf(await nido.nido.makePerson())
    ;(await one.tusBegin('/part.bin', 2 * CHUNK_BYTES)).expect(201)
    ;(await one.tusPatch('/part.bin', 0, Buffer.alloc(CHUNK_BYTES))).expect(204)
    const theirs = bucketOf(nido.nido.bucketPrefix, one)
    expect(await s3.unfinished(theirs)).toEqual(['part.bin'])
    const [admin, confirmed] = [await nido.nido.adminClient(), { current_password: nido.nido.admin.password }]
    ;(await admin.delete(`/api/users/${one.client.id}`, { body: confirmed })).expect(200)
    expect(await s3.unfinished(theirs)).toEqual([])
  })

  it('takes no command of the database, while the process is alone', async () => {
    await known('/commands')
    const perCall = async () => {
      const commands = await nido.commands(async () => {
        for (let call = 0; call < CALLS; call += 1) await making('/commands')
      })
      return commands / CALLS
    }
    expect(await soon(perCall, (commands) => commands < 0.5, TRUSTED_MS)).toBeLessThan(0.5)
  })

  it('never replaces a file, known or not', async () => {
    await known('/taken')
    await me.given({ '/taken/own.bin': 'own' })
    expect(await isConflict('/taken/own.bin')).toBe(true)
    await s3.put(bucket, 'taken/foreign.bin', 'foreign')
    expect(await isConflict('/taken/foreign.bin')).toBe(true)
    expect([await me.read('/taken/own.bin'), await me.read('/taken/foreign.bin')]).toEqual(['own', 'foreign'])
  })

  it('is refused where a folder is, or below a file, as soon as that is acknowledged', async () => {
    await known('/kinds')
    for (let round = 0; round < 5; round += 1) {
      ;(await me.upload(`/kinds/folder-${round}/in.bin`, 'in')).expect(200)
      expect((await me.upload(`/kinds/folder-${round}`, 'x')).status).toBe(409)
      ;(await me.mkdir(`/kinds/empty-${round}`)).expect(200)
      expect((await me.upload(`/kinds/empty-${round}`, 'x')).status).toBe(409)
      ;(await me.upload(`/kinds/file-${round}`, 'x')).expect(200)
      expect((await me.upload(`/kinds/file-${round}/below.bin`, 'x')).status).toBe(409)
      ;(await me.rename(`/kinds/folder-${round}`, `/kinds/moved-${round}`)).expect(200)
      expect((await me.upload(`/kinds/moved-${round}`, 'x')).status).toBe(409)
    }
  })

  it('hides nothing that was deleted below its name, by whomever', async () => {
    await known('/hides')
    /** Makes a file where something was deleted, which then lies under its name no more. */
    const makeAbove = async (name: string) => {
      const key = `hides/${name}/in.bin`
      const [deleted] = (await s3.versions(bucket, key)).filter(({ isMarker }) => !isMarker)
      ;(await me.upload(`/hides/${name}`, 'above')).expect(200)
      await expect(s3.getVersion(bucket, key, deleted?.versionId ?? '')).rejects.toThrow('does not exist')
      expect(await me.read(`/hides/${name}`)).toBe('above')
    }
    for (const name of ['one', 'two', 'three']) {
      ;(await me.upload(`/hides/${name}/in.bin`, 'kept')).expect(200)
      ;(await me.remove(`/hides/${name}`)).expect(200, 204)
      await makeAbove(name)
    }
    await s3.put(bucket, 'hides/four/in.bin', 'foreign')
    await happens(async () => (await me.names('/hides/')).includes('four'), 'the event of the file')
    await s3.delete(bucket, 'hides/four/in.bin')
    await happens(async () => !(await me.names('/hides/')).includes('four'), 'the event of the removal')
    await makeAbove('four')
  })

  it('hides nothing that was deleted long before its folder was looked at', async () => {
    for (let count = 0; count < 3; count += 1) await s3.put(bucket, `before/dead-${count}/in.bin`, 'foreign')
    const versions = await s3.versions(bucket, 'before/')
    for (const { key } of versions) await s3.delete(bucket, key)
    await known('/before')
    for (const { key, versionId } of versions) {
      ;(await me.upload(`/${key.slice(0, key.lastIndexOf('/'))}`, 'above')).expect(200)
      await expect(s3.getVersion(bucket, key, versionId)).rejects.toThrow('does not exist')
    }
  })

  it('moves a deleted file above it out of the way', async () => {
    await known('/above/in')
    ;(await me.remove('/above')).expect(200, 204)
    ;(await me.upload('/above', 'a file now')).expect(200)
    ;(await me.remove('/above')).expect(200, 204)
    ;(await me.upload('/above/in/again.bin', 'again')).expect(200)
    expect(await until(async () => (await me.names('/above/in/')).join() === 'again.bin')).toBe(true)
    expect((await s3.versions(bucket, 'above')).filter(({ key }) => key === 'above')).toEqual([])
  })
})

describe('a file that is replaced', () => {
  /** Replaces a file, and tells what S3 is asked for that. */
  const replacing = (path: string, body = 'newer') =>
    nido.during(async () => (await me.upload(path, body, { override: 'true' })).expect(200))

  /** Makes files in a folder, and replaces one of them until that takes one request. */
  async function knownToReplace(folder: string): Promise<void> {
    await known(folder)
    ;(await me.upload(`${folder}/counted-first.bin`, 'old')).expect(200)
    const isOne = async () => (await replacing(`${folder}/counted-first.bin`)).join() === PUT
    await happens(isOne, `replacing in ${folder} takes one request`, TRUSTED_MS)
  }

  it('takes one request, however soon it was made, and however often', async () => {
    await knownToReplace('/replaced')
    for (let count = 0; count < 3; count += 1) {
      const path = `/replaced/counted-again-${count}.bin`
      ;(await me.upload(path, 'old')).expect(200)
      for (let again = 0; again < 5; again += 1) expect(await replacing(path, `newer ${again}`)).toEqual([PUT])
    }
  })

  it('takes one command of the database for its note, and one for what old versions take', async () => {
    await knownToReplace('/replaced-commands')
    for (let file = 0; file < CALLS; file += 1)
      (await me.upload(`/replaced-commands/counted-${file}.bin`, 'old')).expect(200)
    const perCall = async () => {
      const commands = await nido.commands(async () => {
        for (let file = 0; file < CALLS; file += 1) await replacing(`/replaced-commands/counted-${file}.bin`)
      })
      return commands / CALLS
    }
    expect(await soon(perCall, (commands) => commands < 2.7, TRUSTED_MS)).toBeLessThan(2.7)
  })

  it('is in the trash at once, as what was there before', async () => {
    await knownToReplace('/noted')
    const path = '/noted/counted-noted.bin'
    ;(await me.upload(path, 'first')).expect(200)
    await replacing(path, 'second')
    const action = { headers: { 'X-Action': 'noted' } }
    ;(await me.upload(path, 'third!!', { override: 'true' }, action)).expect(200)
    const { items } = (await me.client.get('/api/trash')).expect(200).json<Trash>()
    expect(items[0]?.bytes).toBe('second'.length)
    ;(await me.client.post(`/api/trash/${items[0]?.id}/restore`, { conflict: 'override' })).expect(200)
    expect(await me.read(path)).toBe('second')
  })

  it('is what another tool has put there a moment ago', async () => {
    await knownToReplace('/foreign')
    const path = '/foreign/counted-foreign.bin'
    ;(await me.upload(path, 'own')).expect(200)
    await s3.put(bucket, path.slice(1), 'foreign')
    await replacing(path)
    expect((await s3.versions(bucket, path.slice(1))).map(({ size }) => size)).toEqual([5, 7, 3])
    expect(await me.read(path)).toBe('newer')
  })
})
