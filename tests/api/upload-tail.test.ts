// The tail of an upload, which waits in the system bucket: the cost of adding a little to a lot.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { SMALLEST_PART } from '../../backend/src/storage/part-limits.ts'
import { sizeOfPieces, type TailPiece } from '../../backend/src/storage/resumable/held.ts'
import { addToTail, joinPieces, putTail } from '../../backend/src/storage/resumable/tail.ts'
import { startNido, type Nido } from '../helpers/nido.ts'
import { startS3Proxy, type S3Proxy } from '../helpers/s3-proxy.ts'
import { useServers } from '../helpers/servers.ts'
import { useStorage } from '../storage/world.ts'
import { filesOf, type PersonsFiles } from './files-client.ts'

const MIB = 1024 * 1024
const LONG = randomBytes(Math.floor(4.9 * MIB))

describe('thirty chunks of one byte after 4.9 MB', () => {
  let nido: Nido
  let proxy: S3Proxy
  let me: PersonsFiles
  beforeAll(async () => {
    const servers = await useServers()
    proxy = await startS3Proxy(servers.s3Endpoint)
    nido = await startNido({ servers, replicas: 1, settings: { S3_ENDPOINT: proxy.endpoint } })
    me = filesOf(await nido.makePerson())
  }, 600_000)
  afterAll(async () => {
    await nido.stop()
    await proxy.stop()
  })

  it('B9: are stored as they arrive, move almost nothing, and become the file', async () => {
    const body = Buffer.concat([LONG, randomBytes(30), randomBytes(2 * MIB)])
    ;(await me.tusBegin('/bytes.bin', body.length)).expect(201)
    ;(await me.tusPatch('/bytes.bin', 0, LONG)).expect(204)
    const before = proxy.sent + proxy.received
    for (let at = LONG.length; at < LONG.length + 30; at++) {
      const answer = (await me.tusPatch('/bytes.bin', at, body.subarray(at, at + 1))).expect(204)
      expect(answer.headers['upload-offset']).toBe(String(at + 1))
    }
    // This includes the requests that replicas make by themselves meanwhile.
    expect(proxy.sent + proxy.received - before).toBeLessThan(LONG.length)
    ;(await me.tusPatch('/bytes.bin', LONG.length + 30, body.subarray(LONG.length + 30))).expect(204)
    expect((await me.raw('/bytes.bin')).expect(200).body.equals(body)).toBe(true)
  }, 300_000)
})

describe('the tail of an upload', () => {
  const world = useStorage({ open: useServers, hasVersions: true })
  /** Counts what is sent to the storage and returned, and what it copies internally. */
  function counting() {
    const { scratch, multiparts, capabilities } = world.one
    const counted = { moved: 0, copied: 0, copies: 0 }
    const copying = (bytes: number) => {
      counted.copied += bytes
      counted.copies += 1
    }
    const storage = {
      capabilities: capabilities,
      multiparts,
      scratch: {
        ...scratch,
        put: (key: string, bytes: Buffer) => {
          counted.moved += bytes.length
          return scratch.put(key, bytes)
        },
        get: async (key: string) => {
          const bytes = await scratch.get(key)
          counted.moved += bytes?.length ?? 0
          return bytes
        },
        append: (key: string, from: { key: string; start: number; end: number }, bytes: Buffer) => {
          counted.moved += bytes.length
          copying(from.end - from.start + 1)
          return scratch.append(key, from, bytes)
        },
      },
    }
    return { storage, counted }
  }

  async function fill(
    storage: ReturnType<typeof counting>['storage'],
    chunks: Buffer[],
    mayGrow: boolean,
  ): Promise<TailPiece[]> {
    let pieces: TailPiece[] = []
    for (const chunk of chunks) {
      const added = await addToTail(
        storage,
        { pieces, key: `uploads/tail/${randomUUID()}`, mayGrow, enough: SMALLEST_PART },
        chunk,
      )
      await storage.scratch.delete(added.spent)
      pieces = added.pieces
    }
    return pieces
  }
  const contentOf = async (storage: ReturnType<typeof counting>['storage'], pieces: TailPiece[]) =>
    Buffer.concat((await joinPieces(storage, pieces).toArray()) as Buffer[])
  const inBytes = (bytes: Buffer) => Array.from(bytes, (_, at) => bytes.subarray(at, at + 1))

  it('B9: of single bytes is few objects, and each byte is sent only a few times', async () => {
    const { storage, counted } = counting()
    const bytes = randomBytes(500)
    const pieces = await fill(storage, inBytes(bytes), false)
    expect((await contentOf(storage, pieces)).equals(bytes)).toBe(true)
    expect(pieces.length).toBeLessThan(12)
    expect(counted.moved / bytes.length).toBeLessThan((2 * Math.log(500)) / Math.log(1.5))
  })

  it('B9: that grows in the storage is not copied there for each byte, and becomes a part as a whole', async () => {
    const { storage, counted } = counting()
    const [long, bytes] = [randomBytes(2 * MIB), randomBytes(100)]
    const pieces = await fill(storage, [long, ...inBytes(bytes)], true)
    const whole = Buffer.concat([long, bytes])
    expect([counted.copies, sizeOfPieces(pieces)]).toEqual([0, whole.length])
    const at = world.at('/part.bin')
    const uploadId = await storage.multiparts.create(at, { modified: new Date(), writeId: 'w' })
    const moved = counted.moved
    const part = await putTail(storage, { at, uploadId, number: 1 }, { pieces, key: `uploads/tail/${randomUUID()}` })
    expect([counted.copies, counted.moved - moved < 1_000]).toEqual([1, true])
    await storage.multiparts.complete({ at, uploadId }, [part], { expect: 'any', modified: new Date(), writeId: 'w' })
    const file = await world.one.open(at)
    expect(Buffer.concat((await file.read().toArray()) as Buffer[]).equals(whole)).toBe(true)
    await storage.scratch.delete(pieces.map(({ key }) => key))
    expect(await storage.scratch.list('uploads/tail/').then((keys) => keys.length)).toBeLessThan(12)
  })

  it('B9: grows by one copy for each 256 KiB', async () => {
    const { storage, counted } = counting()
    const chunks = Array.from({ length: 64 }, () => randomBytes(16 * 1024))
    const pieces = await fill(storage, [randomBytes(MIB), ...chunks], true)
    expect([counted.copies, pieces.length, sizeOfPieces(pieces)]).toEqual([4, 1, 2 * MIB])
    await storage.scratch.delete(pieces.map(({ key }) => key))
  })
})
