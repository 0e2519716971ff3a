// Renaming, moving and copying: PATCH /api/resources (api-contract 3.5).
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { hasEnded, type OperationRecord } from '../../backend/contract/operations.ts'
import { soon } from '../helpers/until.ts'
import { bucketOf, filesOf } from './files-client.ts'
import { bucket, dir, given, me, s3, site } from './own-folder.ts'
import { stallDownload } from './stalled.ts'

describe('renaming and moving', () => {
  it('takes a tree along, with its times, its empty folders and what other tools put there', async () => {
    await given({ 'box/a.txt': 'A', 'box/deep/b.txt': 'B', 'box/empty/': null })
    await s3.put(bucket, `${dir.slice(1)}/box/foreign/c.txt`, 'C', { metadata: { mtime: '1700000000' } })
    ;(await me.rename(`${dir}/box`, `${dir}/to/crate`)).expect(200)
    expect(await me.names(dir)).toEqual(['to'])
    expect(await me.names(`${dir}/to/crate`)).toEqual(['deep', 'empty', 'foreign', 'a.txt'])
    expect(await me.read(`${dir}/to/crate/deep/b.txt`)).toBe('B')
    expect((await me.file(`${dir}/to/crate/foreign/c.txt`)).modified).toBe('2023-11-14T22:13:20.000Z')
    ;(await me.info(`${dir}/box`)).expect(404)
  })

  it('into the shared folder and back keeps the file', async () => {
    await given({ 'a.txt': 'x' })
    const name = randomBytes(5).toString('hex')
    ;(await me.rename(`${dir}/a.txt`, `/Shared/${name}`)).expect(200)
    expect(await filesOf(await site.makePerson()).read(`/Shared/${name}`)).toBe('x')
    ;(await me.rename(`/Shared/${name}`, `${dir}/back.txt`)).expect(200)
    expect(await me.read(`${dir}/back.txt`)).toBe('x')
  })

  it.each(['rename', 'copy'])(
    'P09: with %s, leaves a sibling with the same beginning alone, with a trailing slash and without',
    async (action) => {
      for (const slash of ['', '/']) {
        const at = `${dir}/${slash === '' ? 'plain' : 'slash'}`
        await me.given(
          Object.fromEntries(
            Object.entries({ 'doc/in.txt': '1', 'doc2/in.txt': '2', 'docs/x': '3', 'doc.txt': '4' }).map(
              ([path, body]) => [`${at.slice(1)}/${path}`, body],
            ),
          ),
        )
        ;(await me.change(action, `${at}/doc${slash}`, `${at}/z${slash}`)).expect(200)
        expect(await me.names(at)).toEqual([...(action === 'copy' ? ['doc'] : []), 'doc2', 'docs', 'z', 'doc.txt'])
        expect([
          await me.read(`${at}/doc2/in.txt`),
          await me.read(`${at}/docs/x`),
          await me.read(`${at}/doc.txt`),
          await me.read(`${at}/z/in.txt`),
        ]).toEqual(['2', '3', '4', '1'])
      }
    },
  )

  it('P14: onto itself is no change', async () => {
    await given({ 'a.txt': 'kept' })
    ;(await me.rename(`${dir}/a.txt`, `${dir}/a.txt`)).expect(200)
    ;(await me.rename(`${dir}/a.txt`, `${dir}/a.txt`, { override: 'true' })).expect(200)
    expect(await me.read(`${dir}/a.txt`)).toBe('kept')
  })

  it('continues while a download of the file is stalled, and the download completes', async () => {
    const size = 30 * 1024 * 1024
    await given({ 'film.bin': randomBytes(size) })
    const download = await stallDownload(site.urls[0] ?? '', me.client, `/api/raw${dir}/film.bin`)
    try {
      ;(await me.rename(`${dir}/film.bin`, `${dir}/moved.bin`)).expect(200)
      expect((await me.file(`${dir}/moved.bin`)).size).toBe(size)
      expect(await download.finish()).toBe(size)
    } finally {
      download.close()
    }
  })
})

describe('copying', () => {
  it('makes an independent file with the same bytes and time', async () => {
    ;(await me.upload(`${dir}/a.txt`, 'x', { modified: '1700000000000' })).expect(200)
    ;(await me.copy(`${dir}/a.txt`, `${dir}/new/b.txt`)).expect(200)
    ;(await me.save(`${dir}/a.txt`, 'changed')).expect(200)
    expect(await me.file(`${dir}/new/b.txt`)).toMatchObject({ content: 'x', modified: '2023-11-14T22:13:20.000Z' })
  })

  it('P14: onto itself is 409; with rename it makes a second file', async () => {
    await given({ 't.tar.gz': 'x', 'dir.d/in': 'y', '.dot': 'z' })
    ;(await me.copy(`${dir}/t.tar.gz`, `${dir}/t.tar.gz`)).expect(409)
    for (const name of ['t.tar.gz', 't.tar.gz', 'dir.d', '.dot'])
      (await me.copy(`${dir}/${name}`, `${dir}/${name}`, { rename: 'true' })).expect(200)
    expect(new Set(await me.names(dir))).toEqual(
      new Set(['dir.d', 'dir(1).d', '.dot', '(1).dot', 't.tar.gz', 't.tar(1).gz', 't.tar(2).gz']),
    )
    expect(await me.read(`${dir}/dir(1).d/in`)).toBe('y')
  })

  it('goes on counting if the name has a number, and cuts a name that becomes too long', async () => {
    const long = `${'n'.repeat(251)}.txt`
    await given({ 'lake.jpg': 'x', 'lake(1).jpg': 'y', [long]: 'z' })
    for (const name of ['lake(1).jpg', 'lake(1).jpg', 'lake.jpg', long])
      (await me.copy(`${dir}/${name}`, `${dir}/${name}`, { rename: 'true' })).expect(200)
    const lakes = ['lake.jpg', 'lake(1).jpg', 'lake(2).jpg', 'lake(3).jpg', 'lake(4).jpg']
    expect(new Set(await me.names(dir))).toEqual(new Set([...lakes, long, `${'n'.repeat(248)}(1).txt`]))
  })

  it('with rename uses a free name unchanged, and rename wins over override if the name is taken', async () => {
    await given({ 'a.txt': 'new', 'b.txt': 'kept' })
    ;(await me.copy(`${dir}/a.txt`, `${dir}/c.txt`, { rename: 'true' })).expect(200)
    ;(await me.copy(`${dir}/a.txt`, `${dir}/b.txt`, { rename: 'true', override: 'true' })).expect(200)
    expect(await me.names(dir)).toEqual(['a.txt', 'b.txt', 'b(1).txt', 'c.txt'])
    expect(await me.read(`${dir}/b.txt`)).toBe('kept')
  })
})

describe('a destination that is taken', () => {
  it('is 409, and with override a file replaces a file', async () => {
    await given({ 'a.txt': 'new', 'b.txt': 'old' })
    ;(await me.rename(`${dir}/a.txt`, `${dir}/b.txt`)).expect(409)
    expect(await me.read(`${dir}/b.txt`)).toBe('old')
    ;(await me.rename(`${dir}/a.txt`, `${dir}/b.txt`, { override: 'true' })).expect(200)
    expect(await me.names(dir)).toEqual(['b.txt'])
    expect(await me.read(`${dir}/b.txt`)).toBe('new')
  })

  it('by a folder is merged with a folder', async () => {
    await given({ 'one/same.txt': 'new', 'one/own.txt': '1', 'two/same.txt': 'old', 'two/kept.txt': '2' })
    ;(await me.rename(`${dir}/one`, `${dir}/two`, { override: 'true' })).expect(200)
    expect(await me.names(`${dir}/two`)).toEqual(['kept.txt', 'own.txt', 'same.txt'])
    expect(await me.read(`${dir}/two/same.txt`)).toBe('new')
    ;(await me.info(`${dir}/one`)).expect(404)
  })

  it.each(['rename', 'copy'])('P11, P14: by the other kind refuses a %s, and both stay', async (action) => {
    await given({ 'a.txt': 'kept', 'folder/in.txt': 'kept' })
    ;(await me.change(action, `${dir}/folder`, `${dir}/a.txt`, { override: 'true' })).expect(409)
    ;(await me.change(action, `${dir}/a.txt`, `${dir}/folder`, { override: 'true' })).expect(409)
    ;(await me.change(action, `${dir}/folder`, `${dir}/a.txt/below`, { override: 'true' })).expect(409)
    expect([await me.read(`${dir}/a.txt`), await me.read(`${dir}/folder/in.txt`)]).toEqual(['kept', 'kept'])
  })
})

describe('a refusal', () => {
  it('P14: follows the order of the contract', async () => {
    await given({ 'box/a.txt': 'x', 'b.txt': 'y' })
    ;(await me.rename('/', `${dir}/x`)).expect(403)
    ;(await me.rename(`${dir}/box`, '/')).expect(403)
    ;(await me.client.patch(`/api/resources${dir}/b.txt?action=rename`)).expect(403)
    ;(await me.rename(`${dir}/box`, `${dir}/box/inside`)).expect(400)
    ;(await me.copy(`${dir}/box`, `${dir}/box/deeper/still`)).expect(400)
    ;(await me.change('explode', `${dir}/b.txt`, `${dir}/c.txt`)).expect(400)
    ;(await me.client.patch(`/api/resources${dir}/b.txt?destination=${encodeURIComponent(`${dir}/c.txt`)}`)).expect(400)
    ;(await me.rename(`${dir}/none`, `${dir}/c.txt`)).expect(404)
    ;(await me.rename(`${dir}/b.txt`, '/../bob/x')).expect(400)
    ;(await filesOf(site.client()).rename(`${dir}/b.txt`, `${dir}/c.txt`)).expect(401)
    expect(await me.names(dir)).toEqual(['box', 'b.txt'])
  })

  it('P05: uses the first value of a repeated parameter', async () => {
    await given({ 'a.txt': 'x' })
    ;(
      await me.client.patch(
        `/api/resources${dir}/a.txt?action=copy&action=rename&destination=${dir}/b.txt` +
          '&destination=%2F..%2Fx&override=false&override=true',
      )
    ).expect(200)
    expect(await me.names(dir)).toEqual(['a.txt', 'b.txt'])
  })

  it('of the shared folder itself is 409, as source and as destination', async () => {
    await given({ 'box/a.txt': 'x' })
    ;(await me.rename('/Shared', `${dir}/mine`)).expect(409)
    ;(await me.rename(`${dir}/box`, '/Shared', { override: 'true' })).expect(409)
    ;(await me.copy(`${dir}/box`, '/Shared')).expect(409)
  })

  it('of the shared folder as a whole does not apply to copying it', async () => {
    const name = `whole-${randomBytes(4).toString('hex')}.txt`
    ;(await me.upload(`/Shared/${name}`, 'ours')).expect(200)
    ;(await me.copy('/Shared', `${dir}/of-all`)).expect(200)
    expect(await me.read(`${dir}/of-all/${name}`)).toBe('ours')
    ;(await me.copy('/Shared', '/Shared/inside')).expect(400)
  })

  it('for a missing permission is 403', async () => {
    const one = filesOf(await site.makePerson({ perm: { create: false, rename: false, modify: false } }))
    const bucket = bucketOf(site.bucketPrefix, one)
    for (const key of ['a.txt', 'b.txt']) await s3.put(bucket, key, 'kept')
    ;(await one.copy('/a.txt', '/c.txt')).expect(403)
    ;(await one.rename('/a.txt', '/c.txt')).expect(403)
    ;(await one.copy('/a.txt', '/b.txt', { override: 'true' })).expect(403)
    expect(
      await soon(
        () => one.names('/'),
        (names) => names.length === 3,
      ),
    ).toEqual(['Shared', 'a.txt', 'b.txt'])
  })

  it('R03: by a rule applies to the whole tree, at the source and at the destination', async () => {
    const deny = (path: string) => ({ regex: false, allow: false, path, regexp: { raw: '' } })
    const one = filesOf(
      await site.makePerson({ rules: [deny('/box/deep/secret'), deny('/to/box/a.txt'), deny('/box(1)')] }),
    )
    const bucket = bucketOf(site.bucketPrefix, one)
    for (const key of ['box/a.txt', 'box/deep/secret/s.txt', 'open/box/a.txt']) await s3.put(bucket, key, 'kept')
    ;(await one.rename('/box', '/free')).expect(403)
    ;(await one.copy('/box', '/free')).expect(403)
    ;(await one.remove('/box')).expect(403)
    ;(await one.rename('/open/box', '/to/box')).expect(403)
    ;(await one.copy('/open/box', '/box', { rename: 'true' })).expect(403)
    // Events of what another tool has put may come after some time.
    expect(
      await soon(
        () => one.names('/'),
        (names) => names.length === 3,
      ),
    ).toEqual(['box', 'open', 'Shared'])
  })
})

describe('Prefer: respond-async', () => {
  it('is answered at once with the address of the operation', async () => {
    await given({ 'box/a.txt': 'A' })
    const answer = (await me.copy(`${dir}/box`, `${dir}/copy`, {}, { headers: { Prefer: 'respond-async' } })).expect(
      202,
    )
    const location = answer.headers.location ?? ''
    expect(location).toMatch(/\/api\/operations\/[^/]+$/)
    const look = async () =>
      (await me.client.get(location.slice(location.indexOf('/api/')))).expect(200).json<OperationRecord>()
    expect(await soon(look, hasEnded)).toMatchObject({
      kind: 'copy',
      source: `${dir}/box`,
      destination: `${dir}/copy`,
      state: 'done',
    })
    expect(await me.read(`${dir}/copy/a.txt`)).toBe('A')
  })
})
