// Lists of games that are asked for again: they are kept while nothing below their folders changes, and every change
// shows at once. What is kept is compared with what is prepared anew, which an answer without compression always is.
import zlib from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Rom } from '../../backend/contract/arcade.ts'
import type { UserRecord } from '../../backend/contract/users.ts'
import { mapParallel } from '../../backend/src/lib/parallel.ts'
import type { Answer } from '../helpers/answer.ts'
import { useSite } from '../helpers/nido.ts'
import { pack } from '../helpers/packed-zip.ts'
import { soon } from '../helpers/until.ts'
import { filesOf, type PersonsFiles } from './files-client.ts'

const LONG = 320
/** Events of the storage may come late on a busy machine; until then lists have no ETag. */
const PATIENT_MS = 180_000
const FOLDER = '/ARCADE/gb'
const PATHS = Array.from({ length: LONG }, (_, index) => `${FOLDER}/Game ${index} (Europe).gb`)
const [FIRST = '', SECOND = '', THIRD = '', FOURTH = ''] = PATHS

let site: Awaited<ReturnType<typeof useSite>>
let me: PersonsFiles
let other: PersonsFiles
beforeAll(async () => {
  site = await useSite()
  me = filesOf(await site.makePerson())
  other = filesOf(await site.makePerson())
  await mapParallel(PATHS, 16, async (path) => (await me.upload(path, 'x')).expect(200))
  await me.given({
    'ARCADE/gb/packed.zip': pack([{ name: 'in zip.gb', body: 'z' }]),
    'ARCADE/nds/Only.nds': 'x',
  })
}, PATIENT_MS)
afterAll(() => site.stop())

interface Asking {
  replica?: number
  tag?: string
  system?: string
}
const ask = ({ replica = 0, tag, system = 'gb' }: Asking = {}, coding?: string): Promise<Answer> =>
  me.client.get(`/api/${system}/roms`, {
    replica,
    headers: {
      ...(tag === undefined ? {} : { 'If-None-Match': tag }),
      ...(coding === undefined ? {} : { 'Accept-Encoding': coding }),
    },
  })
const packed = (asking?: Asking) => ask(asking, 'br')
const unpacked = (answer: Answer): Rom[] => JSON.parse(String(zlib.brotliDecompressSync(answer.body))) as Rom[]

/** The ETag of the list once it is kept, and the index has taken in all that was done. */
async function settled(replica: number, system = 'gb'): Promise<string> {
  let tag = ''
  const answer = await soon(
    async () => {
      const now = (await packed({ replica, tag, system })).expect(200, 304)
      tag = now.headers['etag'] ?? ''
      return now
    },
    ({ status }) => status === 304,
  )
  expect(answer.status).toBe(304)
  ;(await packed({ replica })).expect(200)
  return tag
}

async function change(data: Partial<UserRecord>): Promise<void> {
  const admin = await site.adminClient()
  const body = { what: 'user', which: Object.keys(data), data: { id: me.client.id, ...data } }
  ;(await admin.put(`/api/users/${me.client.id}`, body, { replica: 0 })).expect(200)
}

describe('a long list of games', () => {
  it(
    'is not prepared again, nor sent to whoever has it',
    async () => {
      const tag = await settled(0)
      const [first, second] = [await packed(), await packed()]
      expect(second.headers).toMatchObject({ etag: tag, 'content-encoding': 'br', vary: first.headers['vary'] })
      expect(second.headers['content-type']).toBe(first.headers['content-type'])
      expect(second.body.equals(first.body)).toBe(true)
      expect(unpacked(second)).toEqual((await ask()).expect(200).json())
      expect(unpacked(second)).toHaveLength(LONG + 1)
      expect((await packed({ tag })).text).toBe('')
    },
    PATIENT_MS,
  )

  it.each<[string, () => Promise<unknown>]>([
    ['a game is uploaded', () => me.upload(`${FOLDER}/New.gb`, 'new')],
    ['one is renamed', () => me.rename(FIRST, `${FOLDER}/Renamed.gb`)],
    ['one is moved into a folder', () => me.rename(SECOND, `${FOLDER}/deep/er/Moved.gb`)],
    ['one is deleted', () => me.remove(THIRD)],
    ['one is saved with another size', () => me.save(FOURTH, 'longer')],
    ['a folder of some is renamed', () => me.rename(`${FOLDER}/deep`, `${FOLDER}/elsewhere`)],
    ['one gets a cover', () => me.upload(`${FOLDER}/Game 9.png`, 'a picture')],
    ['a zip has another game', () => me.given({ 'ARCADE/gb/packed.zip': pack([{ name: 'b.gb', body: 'other' }]) })],
    ['somebody else shares one', () => other.upload(`/Shared/ARCADE/gb/of ${other.client.id}.gb`, 'shared')],
    ['somebody else deletes one', () => other.remove(`/Shared/ARCADE/gb/of ${other.client.id}.gb`)],
  ])(
    'is another one at once when %s, on both replicas',
    async (_, act) => {
      const tags = [await settled(0), await settled(1)]
      const before = unpacked(await packed())
      await act()
      for (const [replica, tag] of tags.entries()) {
        const answer = (await packed({ replica, tag })).expect(200)
        expect(unpacked(answer)).not.toEqual(before)
        expect(unpacked(answer)).toEqual((await ask({ replica })).expect(200).json())
      }
    },
    PATIENT_MS,
  )

  it.each([0, 1])(
    'stays the same while the shared folder has no game for it, whatever else happens there (replica %i)',
    async (replica) => {
      const system = 'nds'
      const shared = `/Shared/ARCADE/${system}/of ${other.client.id}.${system}`
      const tag = await settled(replica, system)
      const paths = async () =>
        (await ask({ replica, system }))
          .expect(200)
          .json<Rom[]>()
          .map(({ path }) => path)
      ;(await other.upload(`/Shared/${replica} of ${other.client.id}.${system}`, 'elsewhere')).expect(200)
      expect((await packed({ replica, tag, system })).status).toBe(304)
      ;(await other.upload(shared, 'shared')).expect(200)
      expect(await paths()).toContain(shared)
      ;(await other.remove(shared)).expect(204)
      expect(await paths()).not.toContain(shared)
    },
    PATIENT_MS,
  )

  it(
    'has at once what rules and permissions leave of it',
    async () => {
      const tag = await settled(0)
      const paths = async () => unpacked((await packed({ tag })).expect(200)).map(({ path }) => path)
      await change({ rules: [{ regex: false, allow: false, path: `${FOLDER}/Game 10 (Europe).gb` }] })
      expect(await paths()).not.toContain(`${FOLDER}/Game 10 (Europe).gb`)
      await change({ rules: [] })
      const { perm } = (await me.client.get(`/api/users/${me.client.id}`, { replica: 0 }))
        .expect(200)
        .json<UserRecord>()
      await change({ perm: { ...perm, download: false, share: false } })
      expect((await paths()).filter((path) => path.includes('.zip/'))).toEqual([])
      await change({ perm })
      expect((await packed({ tag })).status).toBe(304)
    },
    PATIENT_MS,
  )

  it(
    'is nobody else’s, and is not told outside of the hours of play',
    async () => {
      const tag = await settled(0)
      const headers = { 'If-None-Match': tag, 'Accept-Encoding': 'br' }
      const theirs = (await other.client.get('/api/gb/roms', { replica: 0, headers })).expect(200)
      expect(theirs.headers['etag']).not.toBe(tag)
      const hour = (offset: number) => String((new Date().getHours() + offset) % 24).padStart(2, '0')
      await change({ playHours: `${hour(2)}:00-${hour(4)}:00` })
      ;(await packed({ tag })).expect(403)
      await change({ playHours: '' })
    },
    PATIENT_MS,
  )
})
