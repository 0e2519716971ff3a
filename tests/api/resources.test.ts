// Information and listings: GET /api/resources and /api/usage (api-contract 3.1 and 4.5).
import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import type { FolderResource } from '../../backend/contract/resources.ts'
import type { ShareLink } from '../../backend/contract/shares.ts'
import type { Trash } from '../../backend/contract/trash.ts'
import { soon, until } from '../helpers/until.ts'
import { bucketOf, filesOf } from './files-client.ts'
import { me, s3, site } from './own-folder.ts'

describe('requesting a file', () => {
  it('returns its fields and its text', async () => {
    await me.given({ 'one/grüße.TXT': 'grüße\n' })
    expect(await me.file('/one/grüße.TXT')).toEqual({
      path: '/one/grüße.TXT',
      name: 'grüße.TXT',
      size: 8,
      extension: '.TXT',
      modified: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      mode: 416,
      isDir: false,
      isSymlink: false,
      type: 'text',
      content: 'grüße\n',
    })
  })

  it('is refused without a token', async () => (await filesOf(site.client()).info('/one')).expect(401))
  it('that is not there is 404', async () => (await me.info('/none/deeper')).expect(404))
  it.each([
    '/api/resources/%',
    '/api/resources/%zz',
    '/api/resources/%ff',
    '/api/resources/%ED%A0%80.txt',
    '/api/resources/a%00b',
    '/api/resources/a%0Ab',
    '/api/resources/../x',
    `/api/resources/${'n'.repeat(256)}`,
    `/api/resources/${'long/'.repeat(210)}x`,
    '/api/resources/a%5C..%5Cb',
  ])('with an invalid path is 400: %s', async (path) => (await me.client.get(path)).expect(400))

  it('whose name does not show its type is judged by its bytes', async () => {
    await me.given({
      'types/words.xyz': 'words',
      'types/bytes.xyz': Buffer.from([0, 1, 2]),
      'types/picture': Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1'),
    })
    // A listing looks at bytes for a few tenths of a second. On a busy machine the next listing finds the rest.
    const types = await soon(
      async () => Object.fromEntries((await me.folder('/types')).items.map(({ name, type }) => [name, type])),
      ({ picture, 'words.xyz': words }) => picture === 'image' && words === 'text',
    )
    expect(types).toEqual({ 'words.xyz': 'text', 'bytes.xyz': 'blob', picture: 'image' })
    expect((await me.file('/types/picture')).type).toBe('image')
  })

  it('that another tool put there has its type and its time', async () => {
    await s3.put(bucketOf(site.bucketPrefix, me), 'foreign/from-rclone', 'some words', {
      metadata: { mtime: '1700000000.5' },
    })
    expect(await me.file('/foreign/from-rclone')).toMatchObject({
      type: 'text',
      content: 'some words',
      modified: '2023-11-14T22:13:20.500Z',
    })
    expect((await me.folder('/foreign')).items).toMatchObject([
      { name: 'from-rclone', type: 'text', modified: '2023-11-14T22:13:20.500Z' },
    ])
  })
})

describe('requesting a checksum', () => {
  it('returns it instead of the text', async () => {
    const body = randomBytes(100_000)
    await me.given({ 'sum.bin': body })
    const file = (await me.info('/sum.bin', { checksum: 'sha256' }))
      .expect(200)
      .json<{ checksums: unknown; content?: string }>()
    expect(file).toMatchObject({ checksums: { sha256: createHash('sha256').update(body).digest('hex') } })
    expect(file.content).toBeUndefined()
  })

  it('D08: with an unknown algorithm is 400; of a folder it is ignored', async () => {
    await me.given({ 'sums/a.txt': 'x' })
    ;(await me.info('/sums/a.txt', { checksum: 'MD5' })).expect(400)
    ;(await me.info('/sums/a.txt', { checksum: '' })).expect(400)
    ;(await me.info('/sums', { checksum: 'nonsense' })).expect(200)
  })

  it('without the permission to download is 202 with no content, and texts come without content', async () => {
    const one = filesOf(await site.makePerson({ perm: { download: false, share: false } }))
    await one.given({ 'a.txt': 'secret words' })
    expect((await one.info('/a.txt', { checksum: 'md5' })).expect(202).text).toBe('')
    expect((await one.file('/a.txt')).content).toBeUndefined()
  })
})

describe('requesting a folder', () => {
  it('lists its content, sorted and counted, with the folders that keys imply', async () => {
    await me.given({ 'list/b.txt': '1', 'list/A.txt': '22', 'list/sub/': null, 'list/file10': '', 'list/file2': '' })
    await s3.put(bucketOf(site.bucketPrefix, me), 'list/implied/deep/x.txt', 'x')
    for (const replica of [0, 1])
      expect(
        await until(
          async () =>
            (await me.client.get('/api/resources/list/implied', { replica })).json<{ size?: number }>().size === 1,
        ),
      ).toBe(true)
    const listing = await me.folder('/list')
    expect(listing).toMatchObject({
      path: '/list',
      name: 'list',
      isDir: true,
      type: '',
      mode: 2147484136,
      numDirs: 2,
      numFiles: 4,
      sorting: { by: 'name', asc: false },
    })
    expect(listing.items.map(({ name }) => name)).toEqual(['implied', 'sub', 'A.txt', 'b.txt', 'file2', 'file10'])
    expect(listing.items[0]).toMatchObject({
      path: '/list/implied',
      isDir: true,
      modified: expect.stringMatching(/Z$/),
    })
    expect(await me.folder('/list/implied')).toMatchObject({ numDirs: 1, numFiles: 0 })
  })

  it('gives the same answer with a trailing slash and without', async () =>
    expect((await me.client.get('/api/resources/list/')).json()).toEqual(
      (await me.client.get('/api/resources/list')).json(),
    ))

  it('shows on every replica what either has just written', async () => {
    for (let round = 0; round < 5; round++) {
      ;(await me.upload(`/both/f${round}`, 'x', {}, { replica: round % 2 })).expect(200)
      const there = (await me.info('/both', {}, { replica: (round + 1) % 2 })).expect(200).json<{ numFiles: number }>()
      expect(there.numFiles).toBe(round + 1)
    }
  })
})

describe('E5: the time of an empty folder', () => {
  const times = async (person: typeof me, path: string) =>
    Promise.all(
      [0, 1].map(
        async (replica) =>
          (await person.info(path, undefined, { replica })).expect(200).json<FolderResource>().modified,
      ),
    )

  it('is its own, and its parent lists the same', async () => {
    await me.given({ 'empty/inner/': null })
    const [inner] = (await me.folder('/empty')).items
    const modified = inner?.modified ?? ''
    expect(Math.abs(Date.parse(modified) - Date.now())).toBeLessThan(60_000)
    for (const path of ['/empty/inner', '/empty/inner/']) expect(await times(me, path)).toEqual([modified, modified])
    expect((await times(me, '/empty'))[0]).toBe(modified)
    const { hash } = (await me.client.post('/api/share/empty/inner', {})).expect(200).json<ShareLink>()
    const shared = (await site.client().get(`/api/public/share/${hash}`)).expect(200).json<FolderResource>()
    expect(shared.modified).toBe(modified)
  })

  it('is that of its bucket for a root, even for an unwritten root inside another', async () => {
    const person = filesOf(await site.makePerson())
    const nested = filesOf(await site.makePerson({ scope: `${person.client.scope}/inside` }))
    for (const one of [person, nested]) {
      const { items } = (await one.info('/')).json<FolderResource>()
      const rest = items.filter(({ name }) => name !== 'Shared')
      expect(rest.every(({ modified }) => !modified.startsWith('0001'))).toBe(true)
      const [first, second] = await times(one, '/')
      expect([first, first?.startsWith('20'), await times(one, '/')]).toEqual([second, true, [first, second]])
    }
    for (const time of await times(person, '/Shared')) expect(time).not.toMatch(/^0001/)
  })
})

describe('the shared folder', () => {
  it('appears in every root, and wins over anything else of its name', async () => {
    const one = filesOf(await site.makePerson())
    await s3.put(bucketOf(site.bucketPrefix, one), 'Shared/hidden-by-the-mount.txt', 'x')
    expect(await one.names('/')).toEqual(['Shared'])
    expect(await one.names('/Shared')).not.toContain('hidden-by-the-mount.txt')
  })

  it('is the same for everybody', async () => {
    const [one, two] = [filesOf(await site.makePerson()), filesOf(await site.makePerson())]
    const name = `for-all-${randomBytes(4).toString('hex')}.txt`
    ;(await one.upload(`/Shared/${name}`, 'for all')).expect(200)
    expect(await two.read(`/Shared/${name}`)).toBe('for all')
    ;(await two.remove(`/Shared/${name}`)).expect(204)
    ;(await one.info(`/Shared/${name}`)).expect(404)
  })

  it('is not counted for anybody', async () => {
    const one = filesOf(await site.makePerson())
    await one.given({ 'own.txt': '12345' })
    ;(await one.upload(`/Shared/${randomBytes(4).toString('hex')}`, 'x'.repeat(1000))).expect(200)
    expect((await one.usage('/')).used).toBe(5)
  })
})

describe('what is denied or hidden', () => {
  it('is left out of the listing, and 403 when requested', async () => {
    const one = filesOf(
      await site.makePerson({
        hideDotfiles: true,
        rules: [{ regex: false, allow: false, path: '/secret', regexp: { raw: '' } }],
      }),
    )
    const bucket = bucketOf(site.bucketPrefix, one)
    for (const key of ['secret/a.txt', 'secretary/a.txt', '.hidden', 'open.txt']) await s3.put(bucket, key, 'x')
    expect(await until(async () => (await one.names('/')).length === 3)).toBe(true)
    expect(await one.names('/')).toEqual(['secretary', 'Shared', 'open.txt'])
    for (const path of ['/secret', '/secret/a.txt', '/.hidden']) (await one.info(path)).expect(403)
  })
})

describe('usage', () => {
  it('is 0 of 0 for a file, and the sum for a folder, with the quota as the total', async () => {
    const one = filesOf(await site.makePerson({ quota: 5_000 }))
    await one.given({ 'a.txt': '12345', 'deep/b.txt': '123' })
    expect(await one.usage('/a.txt')).toEqual({ total: 0, used: 0 })
    // A sum that took long to count is reused for a while.
    expect(await until(async () => (await one.usage('/deep/')).used === 8)).toBe(true)
    expect((await one.usage('/deep/')).total).toBe(5_000)
  })
  it('includes old versions once they have been counted', async () => {
    const one = filesOf(await site.makePerson())
    await one.given({ 'a.txt': '12345', 'deep/b.txt': '123' })
    ;(await one.save('/a.txt', '1')).expect(200)
    ;(await one.remove('/deep')).expect(204)
    expect(
      await until(async () =>
        (await one.client.get('/api/trash')).json<Trash>().items.every(({ pending }) => !pending),
      ),
    ).toBe(true)
    expect(await until(async () => (await one.usage('/')).history === 8)).toBe(true)
    expect((await one.usage('/')).used).toBe(1)
  })
  it('of something missing is 404, without a token 401', async () => {
    ;(await me.client.get('/api/usage/none')).expect(404)
    ;(await me.client.signedOut().get('/api/usage/')).expect(401)
  })
})
