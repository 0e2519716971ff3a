// People who leave: what ends with them, and their files if an administrator wants those removed (M12, L06, P18), over
// two replicas.
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import type { AuditPage } from '../../backend/contract/audit.ts'
import type { ShareLink } from '../../backend/contract/shares.ts'
import type { UserRecord } from '../../backend/contract/users.ts'
import { PASSWORD, type Client } from '../helpers/client.ts'
import { until } from '../helpers/until.ts'
import { bucketOf, filesOf } from './files-client.ts'
import { guestOf, linksOf } from './links-client.ts'
import { s3, site } from './own-folder.ts'

const MIB = 1024 * 1024
const unique = () => `gone${randomBytes(5).toString('hex')}`
const bucketOfPerson = (person: Client) => bucketOf(site.bucketPrefix, filesOf(person))
const isBucket = async (bucket: string) => (await s3.buckets(bucket)).includes(bucket)
const inSystem = async (prefix: string) => (await s3.list(`${site.bucketPrefix}system`, prefix)).map(({ key }) => key)
const remove = async (person: Client, files?: string) =>
  (await site.adminClient()).delete(`/api/users/${person.id}${files === undefined ? '' : `?files=${files}`}`)
const audited = async (person: Client) =>
  (await (await site.adminClient()).get(`/api/audit?who=${person.username}&kind=personRemoved,filesRemoved`))
    .expect(200)
    .json<AuditPage>().items

describe('a person who is removed', () => {
  it('M12, L06: leaves no working session, link, upload or token on either replica; their files stay', async () => {
    const person = await site.makePerson()
    const files = filesOf(person)
    await files.given({ 'kept.txt': 'kept' })
    const { hash } = await linksOf(person).make('/kept.txt')
    for (const list of ['favourites', 'recent']) (await person.put(`/api/${list}/kept.txt`)).expect(204)
    ;(await files.tusBegin('/half.bin', 20 * MIB)).expect(201)
    ;(await files.tusPatch('/half.bin', 0, randomBytes(7 * MIB))).expect(204)
    const bucket = bucketOfPerson(person)
    expect(await s3.unfinished(bucket)).toEqual(['half.bin'])
    ;(await remove(person)).expect(200)
    for (const replica of [0, 1]) {
      for (const path of [
        '/api/resources/',
        '/api/raw/kept.txt',
        '/api/sessions',
        '/api/shares',
        '/api/favourites',
        '/api/recent',
        '/api/operations',
        '/api/trash',
        `/api/users/${person.id}`,
      ])
        (await person.get(path, { replica })).expect(401)
      ;(await person.get(`/api/raw/kept.txt?auth=${person.token}`, { replica, headers: { 'X-Auth': '' } })).expect(401)
      ;(
        await person.send('PATCH', '/api/tus/half.bin', {
          replica,
          body: 'x',
          headers: { 'Upload-Offset': String(7 * MIB), 'Content-Type': 'application/offset+octet-stream' },
        })
      ).expect(401)
      ;(await person.post('/api/renew', undefined, { replica })).expect(401)
      ;(await guestOf(site.client()).download(hash, '', { replica })).expect(404)
    }
    expect(await s3.unfinished(bucket)).toEqual([])
    const heir = await site.makePerson({ username: unique(), scope: person.scope })
    expect(heir.id).toBeGreaterThan(person.id)
    expect(await filesOf(heir).read('/kept.txt')).toBe('kept')
    expect((await heir.get('/api/shares')).json<ShareLink[]>()).toEqual([])
    expect((await heir.get('/api/resources/half.bin')).status).toBe(404)
    expect((await audited(person)).map(({ kind }) => kind)).toEqual(['personRemoved'])
  })

  it('takes their files along on request: with all history, the trash, and the bucket', async () => {
    const person = await site.makePerson()
    const files = filesOf(person)
    await files.given({ 'now.txt': '12345', 'sub/deep.txt': 'deep', hides: 'x', 'empty/': null })
    await files.given({ 'kept.txt': 'first' })
    ;(await person.post('/api/resources/kept.txt?override=true', 'second')).expect(200)
    ;(await person.delete('/api/resources/hides')).expect(204)
    // What lay there is moved out of the way.
    await files.given({ 'hides/below.txt': 'below' })
    await files.given({
      'picture.png': await sharp({ create: { width: 600, height: 400, channels: 3, background: '#c40' } })
        .png()
        .toBuffer(),
    })
    ;(await person.get('/api/preview/thumb/picture.png?key=1')).expect(200)
    const bucket = bucketOfPerson(person)
    const isPreviewed = async () => (await inSystem('previews/')).some((key) => key.includes(`/${bucket}/`))
    expect(await until(isPreviewed)).toBe(true)
    // An object of another tool that hides what lies below its name.
    await s3.put(bucket, 'sub', 'a file where a folder is')
    expect(await inSystem(`history/${bucket}/`)).not.toEqual([])
    ;(await remove(person, 'remove')).expect(200)
    expect(await until(async () => !(await isBucket(bucket)))).toBe(true)
    expect(await until(async () => (await audited(person)).length === 2)).toBe(true)
    expect(await inSystem(`history/${bucket}/`)).toEqual([])
    expect(await isPreviewed()).toBe(false)
    const who = { id: person.id, name: person.username }
    const [gone] = await audited(person)
    expect(gone).toMatchObject({
      kind: 'filesRemoved',
      who,
      actor: { id: 1, name: 'admin' },
      address: '127.0.0.1',
      path: person.scope,
    })
    expect(gone?.count).toBeGreaterThanOrEqual(4)
    expect(gone?.bytes).toBeGreaterThanOrEqual(5)

    // The place is free: the next person finds nothing there, not even in the trash, on either replica.
    const next = await site.makePerson({ scope: person.scope })
    for (const replica of [0, 1]) {
      expect((await next.get('/api/resources/', { replica })).expect(200).json<{ numFiles: number }>().numFiles).toBe(0)
      expect(
        (await next.get('/api/trash', { replica }))
          .json<{ items: unknown[] }>()
          .items.filter((note) => !JSON.stringify(note).includes('/Shared')),
      ).toEqual([])
    }
    for (const replica of [0, 1]) (await next.post(`/api/resources/${replica}.txt`, 'x', { replica })).expect(200)
  })

  it('takes only their own part of a bucket that others use too', async () => {
    const family = unique()
    const [one, two] = [
      await site.makePerson({ scope: `/${family}/one` }),
      await site.makePerson({ scope: `/${family}/one-more` }),
    ]
    await filesOf(one).given({ 'a.txt': 'a', 'b/c.txt': 'c' })
    await filesOf(two).given({ 'a.txt': 'other' })
    ;(await remove(one, 'remove')).expect(200)
    const left = async () => (await s3.versions(`${site.bucketPrefix}${family}`)).map(({ key }) => key)
    expect(await until(async () => !(await left()).some((key) => key.startsWith('one/')))).toBe(true)
    expect(await filesOf(two).read('/a.txt')).toBe('other')
  })

  it('keeps the files, and stays, if somebody else lives among them', async () => {
    const scope = `/${unique()}`
    const [outer, inner] = [await site.makePerson({ scope }), await site.makePerson({ scope: `${scope}/inner` })]
    await filesOf(inner).given({ 'mine.txt': 'mine' })
    const partner = await site.makePerson({ scope })
    const second = await site.makePerson({ scope: '/', perm: { admin: true } })
    for (const person of [outer, partner, second]) {
      expect((await remove(person, 'remove')).status).toBe(409)
      ;(await person.get('/api/sessions')).expect(200)
    }
    expect(await filesOf(inner).read('/mine.txt')).toBe('mine')
    expect(await audited(outer)).toEqual([])
    ;(await remove(second)).expect(200)
  })

  it.each(['all', '', 'Remove'])('stays if files=%s has no known meaning', async (files) => {
    const person = await site.makePerson()
    expect((await remove(person, files)).status).toBe(400)
    ;(await person.get('/api/sessions')).expect(200)
  })

  it('P18: has a home that is free again once its files are gone, and not before', async () => {
    const admin = await site.adminClient()
    const username = unique()
    const create = () =>
      admin.post('/api/users', {
        what: 'user',
        which: [],
        data: { username, password: PASSWORD, scope: '', perm: { create: true } },
      })
    ;(await create()).expect(201)
    const person = await site.client().signIn(username, PASSWORD)
    await filesOf(person).given({ 'diary.txt': 'hers' })
    const bucket = bucketOf(
      site.bucketPrefix,
      filesOf(Object.assign(person, { scope: (await admin.get(`/api/users/${person.id}`)).json<UserRecord>().scope })),
    )
    ;(await remove(person)).expect(200)
    expect((await create()).status).toBe(409)
    const heir = await site.makePerson({ scope: `/${username}` })
    ;(await remove(heir, 'remove')).expect(200)
    expect(await until(async () => !(await isBucket(bucket)))).toBe(true)
    expect(await until(async () => (await create()).status === 201)).toBe(true)
  })
})
