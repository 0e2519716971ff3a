// Folders that are asked for again: an ETag tells whether anything is told otherwise, and answers are kept. What is
// kept is compared with what is prepared anew, which an answer without compression always is.
import { randomInt } from 'node:crypto'
import zlib from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { FolderResource } from '../../backend/contract/resources.ts'
import type { UserRecord } from '../../backend/contract/users.ts'
import { houseBucket } from '../../backend/src/storage/paths.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { mapParallel } from '../../backend/src/lib/parallel.ts'
import type { Answer } from '../helpers/answer.ts'
import { encodePath } from '../helpers/client.ts'
import { soon, until } from '../helpers/until.ts'
import { Random } from '../soak/random.ts'
import { filesOf, type PersonsFiles } from './files-client.ts'
import { bucket, dir, given, me, s3, site } from './own-folder.ts'

/** A short folder is prepared anew after a change, and of a long one only what has changed (`http/kept-answers.ts`). */
const FOLDERS = [
  ['short', 30],
  ['long', 500],
] as const
const STEPS = environment()['NIDO_FULL'] ? 40 : 12
/** Changes between two looks, at most. */
const CHANGES = 3
/** Events of the storage may come late on a busy machine; until then folders have no ETag. */
const PATIENT_MS = 180_000
let other: PersonsFiles
beforeAll(async () => {
  other = filesOf(await site.makePerson())
})

interface Asking {
  who?: PersonsFiles
  replica?: number
  tag?: string | undefined
  coding?: string
}
const ask = (folder: string, { who = me, replica = 0, tag, coding }: Asking = {}): Promise<Answer> =>
  who.client.get(`/api/resources${encodePath(folder)}/`.replace(/\/+$/, '/'), {
    replica,
    headers: {
      ...(tag === undefined ? {} : { 'If-None-Match': tag }),
      ...(coding === undefined ? {} : { 'Accept-Encoding': coding }),
    },
  })
/** The ETag of a folder, as soon as its index alone tells it. */
const tagOf = async (folder: string, asking: Asking = {}): Promise<string> =>
  (await soon(
    async () => (await ask(folder, asking)).expect(200).headers['etag'],
    (tag) => tag !== undefined,
  )) ?? 'none'
const isSame = async (folder: string, tag: string, asking: Asking = {}) =>
  (await ask(folder, { ...asking, tag })).expect(200, 304).status === 304
/** The ETag of a folder once the index has taken in all that was done, so that the next change is the only one. */
async function settled(folder: string, asking: Asking = {}): Promise<string> {
  let tag = await tagOf(folder, asking)
  const stays = await until(async () => {
    if (await isSame(folder, tag, asking)) return true
    tag = await tagOf(folder, asking)
    return false
  })
  if (!stays) throw new Error(`the ETag of ${folder} does not stay`)
  return tag
}
const plain = (answer: Answer): FolderResource => {
  const { 'content-encoding': coding } = answer.headers
  return JSON.parse(
    String(
      coding === 'br'
        ? zlib.brotliDecompressSync(answer.body)
        : coding === 'gzip'
          ? zlib.gunzipSync(answer.body)
          : answer.body,
    ),
  ) as FolderResource
}

describe('the ETag of a folder', () => {
  it(
    'stays while nothing changes, and a 304 has neither body nor another ETag',
    async () => {
      await given({ 'a.txt': 'a', 'sub/b.txt': 'b' })
      const tag = await settled(dir)
      const answer = await soon(
        () => ask(dir, { tag }),
        ({ status }) => status === 304,
      )
      expect(answer.status).toBe(304)
      expect(answer.text).toBe('')
      expect(answer.headers).toMatchObject({
        etag: tag,
        vary: 'Accept-Encoding',
        'cache-control': 'no-cache, no-store, must-revalidate',
      })
      expect(tag).toMatch(/^W\/"[\w-]{27}"$/)
      expect(await until(() => isSame(dir, `"else", ${tag}`))).toBe(true)
      expect(await isSame(dir, '"else"')).toBe(false)
      // Without the slash, too.
      const asked = { replica: 0, headers: { 'If-None-Match': tag } }
      expect(await until(async () => (await me.client.get(`/api/resources${dir}`, asked)).status === 304)).toBe(true)
      // Files have none here.
      expect((await me.info(`${dir}/a.txt`)).headers['etag']).toBeUndefined()
    },
    PATIENT_MS,
  )

  it.each<[string, () => Promise<unknown>]>([
    ['added', () => given({ 'new.txt': 'n' })],
    ['replaced by one of the same size', () => me.save(`${dir}/a.txt`, 'b')],
    ['renamed', () => me.rename(`${dir}/a.txt`, `${dir}/c.txt`)],
    ['deleted', () => me.remove(`${dir}/a.txt`)],
    ['added deep below', () => given({ 'sub/deep/er/c.txt': 'c' })],
    ['deleted deep below', () => me.remove(`${dir}/sub/in/b.txt`)],
    ['added by another program', () => s3.put(bucket, `${dir.slice(1)}/foreign.txt`, 'f')],
  ])(
    'is another one once a file is %s, on both replicas',
    async (_, change) => {
      await given({ 'a.txt': 'a', 'sub/in/b.txt': 'b', 'sub/stays.txt': 's' })
      const tags = await Promise.all([0, 1].map((replica) => settled(dir, { replica })))
      const before = plain(await ask(dir)).items
      await change()
      for (const [replica, tag] of tags.entries())
        expect(await until(async () => !(await isSame(dir, tag, { replica })))).toBe(true)
      const after = await soon(
        async () => plain(await ask(dir)).items,
        (items) => JSON.stringify(items) !== JSON.stringify(before),
      )
      expect(after).not.toEqual(before)
    },
    PATIENT_MS,
  )

  it(
    'is another one at once where this or another replica has acknowledged a change',
    async () => {
      await given({ 'a.txt': 'a' })
      for (let round = 0; round < 4; round += 1) {
        const tags = await Promise.all([0, 1].map((replica) => settled(dir, { replica })))
        const options = { replica: round % 2 }
        if (round < 2) (await me.upload(`${dir}/f${round}.txt`, 'x', {}, options)).expect(200)
        else (await me.client.delete(`/api/resources${dir}/f${round - 2}.txt`, options)).expect(200, 204)
        for (const [replica, tag] of tags.entries()) expect(await isSame(dir, tag, { replica })).toBe(false)
      }
    },
    PATIENT_MS,
  )

  it(
    'of the root is another one once the shared folder changes',
    async () => {
      const tag = await settled('/')
      ;(await other.upload(`/Shared${dir}.txt`, 'for everybody')).expect(200)
      expect(await until(async () => !(await isSame('/', tag)))).toBe(true)
    },
    PATIENT_MS,
  )

  it(
    'is nobody else’s, and another one for another order, rules and hidden dotfiles',
    async () => {
      const path = `/Shared${dir}`
      await me.given({ [`${path.slice(1)}/a.txt`]: 'a', [`${path.slice(1)}/.b.txt`]: 'bb' })
      const tags = [await settled(path), await settled(path, { who: other })]
      expect(tags[0]).not.toBe(tags[1])
      expect(await isSame(path, tags[0] ?? '', { who: other })).toBe(false)
      const changes: Partial<UserRecord>[] = [
        { sorting: { by: 'size', asc: true } },
        { hideDotfiles: true },
        { rules: [{ regex: false, allow: false, path: `${path}/a.txt` }] },
        { rules: [{ regex: true, allow: false, regexp: { raw: 'a\\.txt$' }, path: '' }] },
        { rules: [] },
      ]
      const seen = new Set(tags)
      for (const data of changes) {
        await change(other, data)
        seen.add(await settled(path, { who: other }))
      }
      // Without rules again, it is as before the first of them.
      expect(seen.size).toBe(tags.length + changes.length - 1)
      expect(await until(() => isSame(path, tags[0] ?? ''))).toBe(true)
    },
    PATIENT_MS,
  )
})

/** Changes a person's record as an administrator. The other replica hears of it within a second. */
async function change(who: PersonsFiles, data: Partial<UserRecord>): Promise<void> {
  const admin = await site.adminClient()
  const body = { what: 'user', which: Object.keys(data), data: { id: who.client.id, ...data } }
  ;(await admin.put(`/api/users/${who.client.id}`, body, { replica: 0 })).expect(200)
}

describe.each(FOLDERS)('a %s folder', (kind, length) => {
  const folder = `/Shared/${kind}`
  const names = Array.from({ length }, (_, index) => `n${index}.pdf`)
  const seed = randomInt(2 ** 32)
  const random = new Random(seed)
  beforeAll(async () => {
    await mapParallel(names, 16, async (name) => (await me.upload(`${folder}/${name}`, 'x')).expect(200))
  }, PATIENT_MS)
  afterAll(() => me.remove(folder))

  it(
    'is told as it is after any change, whether it was kept or not',
    async () => {
      await change(other, { hideDotfiles: true, sorting: { by: 'modified', asc: true } })
      const differences: unknown[] = []
      for (let step = 0; step < STEPS; step += 1) {
        for (let count = random.below(CHANGES); count >= 0; count -= 1) await changeSomething(step)
        for (const who of [me, other])
          for (const replica of [0, 1])
            for (const coding of ['br', 'gzip'])
              if (await isToldOtherwise({ who, replica, coding })) differences.push({ seed, step, replica, coding })
      }
      expect(differences).toEqual([])
    },
    PATIENT_MS,
  )

  it(
    'is not prepared again',
    async () => {
      const tag = await settled(folder)
      const first = (await ask(folder, { coding: 'br' })).expect(200)
      const second = (await ask(folder, { coding: 'br' })).expect(200)
      expect(second.headers['etag']).toBe(tag)
      expect(second.body.equals(first.body)).toBe(true)
      expect(plain(second)).toEqual(plain(await ask(folder)))
      expect(second.headers).toMatchObject({
        'content-type': first.headers['content-type'],
        'content-encoding': 'br',
        vary: first.headers['vary'],
        'cache-control': first.headers['cache-control'],
      })
    },
    PATIENT_MS,
  )

  it(
    'is refused as before once rules deny it',
    async () => {
      await settled(folder, { who: other })
      ;(await ask(folder, { who: other, coding: 'br' })).expect(200)
      await change(other, { rules: [{ regex: false, allow: false, path: folder }] })
      ;(await ask(folder, { who: other, coding: 'br' })).expect(403)
      await change(other, { rules: [] })
    },
    PATIENT_MS,
  )

  /** Whether two answers that are prepared anew are the same, and one in between, perhaps a kept one, is another. */
  async function isToldOtherwise(asking: Asking): Promise<boolean> {
    const { coding: _, ...anew } = asking
    const texts: string[] = []
    for (const one of [anew, asking, anew]) texts.push(JSON.stringify(plain((await ask(folder, one)).expect(200))))
    return texts[0] === texts[2] && texts[1] !== texts[0]
  }

  async function changeSomething(step: number): Promise<void> {
    const name = names[random.below(length)] ?? ''
    const path = `${folder}/${name}`
    const key = path.slice('/Shared/'.length)
    const changes = [
      () => me.upload(path, 'y'.repeat(step), { override: 'true' }),
      () => me.remove(path),
      () => me.upload(path, 'z', { override: 'true' }),
      () => me.upload(`${folder}/.hidden/deep/${step}`, 'h'),
      () => me.rename(path, `${folder}/m${step}.pdf`),
      () => me.rename(path, `${folder}/{"path":"Ünusual ${step}.pdf`),
      () => me.rename(path, `${folder}/${name.toUpperCase()}`),
      () => me.upload(`${folder}/plain ${step}`, 'p'.repeat(step)),
      () => me.upload(`${folder}/sub ${step % 3}/in/deep.pdf`, 'd'.repeat(step), { override: 'true' }),
      () => me.remove(`${folder}/sub ${step % 3}`),
      () => me.rename(`${folder}/sub ${step % 3}`, `${folder}/other sub ${step}`),
      () => me.upload(`${folder}/film ${step % 2}.mkv`, 'f', { override: 'true' }),
      () => me.upload(`${folder}/film ${step % 2}.srt`, 's', { override: 'true' }),
      () => me.remove(`${folder}/film ${step % 2}.mkv`),
      () => me.mkdir(`${folder}/empty ${step % 3}`),
      () => me.remove(`${folder}/empty ${step % 3}`),
      () => s3.put(houseBucket(site.bucketPrefix, 'shared'), key, 'foreign'),
      () => undefined,
    ]
    await changes[random.below(changes.length)]?.()
  }
})
