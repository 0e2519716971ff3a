// Deleting, and what is in the bucket afterwards: DELETE /api/resources (api-contract 3.4), and undoing a delete.
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { until as untilTrue } from '../helpers/until.ts'
import { filesOf } from './files-client.ts'
import { bucket, dir, given, me, s3, site } from './own-folder.ts'
import { stallDownload } from './stalled.ts'

const noteOf = async (path: string) => (await me.remove(path)).expect(204).headers['x-trash-note'] ?? ''
const undo = async (note: string) => (await me.restore(note)).expect(200)
/** The keys that another tool sees below the test's folder. */
const keys = async () =>
  (await s3.list(bucket, `${dir.slice(1)}/`))
    .map(({ key }) => key.slice(dir.length))
    .filter((key) => key !== '')
    .sort()
const until = async (isSo: () => Promise<boolean>) => expect(await untilTrue(isSo)).toBe(true)

describe('deleting', () => {
  it('a file removes it for everybody at once, and names its trash note', async () => {
    await given({ 'a.txt': 'x', 'b.txt': 'y' })
    const answer = (await me.remove(`${dir}/a.txt`)).expect(204)
    expect(answer.body.length).toBe(0)
    expect(answer.headers['x-trash-note']).toMatch(/\S+/)
    for (const replica of [0, 1]) {
      ;(await me.info(`${dir}/a.txt`, {}, { replica })).expect(404)
      ;(await me.raw(`${dir}/a.txt`, {}, { replica })).expect(404)
    }
    expect(await me.names(dir)).toEqual(['b.txt'])
  })

  it('P09: a tree removes all of it and no sibling; the parent folder stays', async () => {
    await given({ 'doc/in.txt': '1', 'doc/deep/x': '2', 'doc2/in.txt': '2', 'doc.txt': '4' })
    ;(await me.client.delete(`/api/resources${dir}/doc/`)).expect(204)
    expect(await me.names(dir)).toEqual(['doc2', 'doc.txt'])
    for (const name of ['doc2', 'doc.txt']) await noteOf(`${dir}/${name}`)
    expect(await me.names(dir)).toEqual([])
  })

  it('P14: the root, the shared folder or something missing, without a token or a permission, is refused', async () => {
    await given({ 'a.txt': 'kept' })
    ;(await me.client.delete('/api/resources/')).expect(403)
    ;(await me.remove('/Shared')).expect(409)
    ;(await me.remove(`${dir}/none`)).expect(404)
    ;(await filesOf(site.client()).remove(`${dir}/a.txt`)).expect(401)
    const one = filesOf(await site.makePerson({ perm: { delete: false } }))
    await one.given({ 'a.txt': 'kept' })
    ;(await one.remove('/a.txt')).expect(403)
    expect(await one.read('/a.txt')).toBe('kept')
  })

  it('continues while a download of the file is stalled, and the download completes', async () => {
    const size = 30 * 1024 * 1024
    await given({ 'film.bin': randomBytes(size) })
    const download = await stallDownload(site.urls[0] ?? '', me.client, `/api/raw${dir}/film.bin`)
    try {
      ;(await me.remove(`${dir}/film.bin`)).expect(204)
      ;(await me.info(`${dir}/film.bin`)).expect(404)
      expect(await download.finish()).toBe(size)
    } finally {
      download.close()
    }
  })
})

describe('undoing a delete', () => {
  it('restores a file and a tree, with empty folders', async () => {
    await given({ 'a.txt': 'A', 'box/in.txt': 'B', 'box/empty/': null })
    const [file, tree] = [await noteOf(`${dir}/a.txt`), await noteOf(`${dir}/box`)]
    await undo(file)
    await undo(tree)
    expect([await me.read(`${dir}/a.txt`), await me.read(`${dir}/box/in.txt`)]).toEqual(['A', 'B'])
    expect(await me.names(`${dir}/box`)).toEqual(['empty', 'in.txt'])
  })

  it('is for the person who deleted it, or who may create there; a stranger learns nothing', async () => {
    await given({ 'a.txt': 'A' })
    const own = await noteOf(`${dir}/a.txt`)
    ;(await filesOf(await site.makePerson()).restore(own)).expect(404)
    ;(await filesOf(site.client()).restore(own)).expect(401)
    ;(await me.restore('unknown')).expect(404)
    const name = randomBytes(5).toString('hex')
    ;(await me.upload(`/Shared/${name}`, 'ours')).expect(200)
    const shared = await noteOf(`/Shared/${name}`)
    ;(await filesOf(await site.makePerson({ perm: { create: false } })).restore(shared)).expect(403)
    ;(await filesOf(await site.makePerson()).restore(shared)).expect(200)
    expect(await me.read(`/Shared/${name}`)).toBe('ours')
  })

  it('keeps what is newer', async () => {
    await given({ 'a.txt': 'old' })
    const note = await noteOf(`${dir}/a.txt`)
    ;(await me.upload(`${dir}/a.txt`, 'newer')).expect(200)
    await me.restore(note)
    expect(await me.read(`${dir}/a.txt`)).toBe('newer')
  })
})

describe('a name that was something else before', () => {
  const fill: [string, (path: string) => Promise<unknown>][] = [
    [
      'a folder and an upload',
      async (path) => [(await me.mkdir(path)).expect(200), (await me.upload(`${path}/in.txt`, 'in')).expect(200)],
    ],
    ['an upload below it', async (path) => (await me.upload(`${path}/in.txt`, 'in')).expect(200)],
    [
      'a rename below it',
      async (path) => {
        await given({ 'other.txt': 'in' })
        ;(await me.rename(`${dir}/other.txt`, `${path}/in.txt`)).expect(200)
      },
    ],
    [
      'a copied folder',
      async (path) => {
        await given({ 'other/in.txt': 'in' })
        ;(await me.copy(`${dir}/other`, path)).expect(200)
        ;(await me.remove(`${dir}/other`)).expect(204)
      },
    ],
    [
      'a resumable upload below it',
      async (path) => {
        ;(await me.tusBegin(`${path}/in.txt`, 2)).expect(201)
        ;(await me.tusPatch(`${path}/in.txt`, 0, 'in')).expect(204)
      },
    ],
  ]
  it.each(fill)('P15: and is a folder now, by %s, hides nothing', async (_, make) => {
    await given({ notes: 'a file' })
    await noteOf(`${dir}/notes`)
    await make(`${dir}/notes`)
    expect(await me.names(dir)).toEqual(['notes'])
    expect(await me.names(`${dir}/notes`)).toEqual(['in.txt'])
    expect(await me.read(`${dir}/notes/in.txt`)).toBe('in')
    expect(await keys()).toContain('notes/in.txt')
  })

  it('P15: and is a file now hides nothing; the folder can be restored elsewhere in time', async () => {
    await given({ 'g/in.txt': 'in', 'g/deep/x': 'x' })
    await noteOf(`${dir}/g`)
    ;(await me.upload(`${dir}/g`, 'a file now')).expect(200)
    expect(await me.names(dir)).toEqual(['g'])
    expect(await me.read(`${dir}/g`)).toBe('a file now')
    expect(await keys()).toEqual(['g'])
    await noteOf(`${dir}/g`)
    ;(await me.upload(`${dir}/g/again.txt`, 'again')).expect(200)
    expect((await keys()).filter((key) => !key.endsWith('/'))).toEqual(['g/again.txt'])
  })

  it('P15: is restorable from its note', async () => {
    await given({ notes: 'the file' })
    const note = await noteOf(`${dir}/notes`)
    ;(await me.upload(`${dir}/notes/in.txt`, 'in')).expect(200)
    ;(await me.remove(`${dir}/notes`)).expect(204)
    await undo(note)
    expect(await me.read(`${dir}/notes`)).toBe('the file')
  })
})

describe('a file with a history', () => {
  it.each([
    ['renamed', 'new.txt'],
    ['moved', 'other/new.txt'],
  ])('P16: that is %s takes it along and leaves nothing under the old name', async (_, to) => {
    await given({ 'a.txt': 'one' })
    for (const body of ['two', 'three']) (await me.save(`${dir}/a.txt`, body)).expect(200)
    ;(await me.rename(`${dir}/a.txt`, `${dir}/${to}`)).expect(200)
    await until(async () => (await s3.versions(bucket, `${dir.slice(1)}/a.txt`)).length === 0)
    const versions = await s3.versions(bucket, `${dir.slice(1)}/${to}`)
    expect(versions.map(({ isMarker }) => isMarker)).toEqual([false, false, false])
    const bodies = await Promise.all(
      versions.map(async ({ versionId }) =>
        (await s3.getVersion(bucket, `${dir.slice(1)}/${to}`, versionId)).toString(),
      ),
    )
    expect(bodies).toEqual(['three', 'two', 'one'])
  })

  it('P16: whose folder is renamed takes it along; into the shared folder only the current version goes', async () => {
    await given({ 'box/a.txt': 'one' })
    ;(await me.save(`${dir}/box/a.txt`, 'two')).expect(200)
    ;(await me.rename(`${dir}/box`, `${dir}/crate`)).expect(200)
    await until(async () => (await s3.versions(bucket, `${dir.slice(1)}/box/`)).length === 0)
    const name = randomBytes(5).toString('hex')
    ;(await me.rename(`${dir}/crate/a.txt`, `/Shared/${name}`)).expect(200)
    // The older versions belong to nobody else: they stay where they were, and their owner can restore them.
    await until(
      async () =>
        (await s3.versions(bucket, `${dir.slice(1)}/crate/a.txt`))
          .map(({ isMarker }) => isMarker)
          .sort()
          .join() === 'false,true',
    )
    expect((await s3.versions(`${site.bucketPrefix}shared`, name)).map(({ isMarker }) => isMarker)).toEqual([false])
    expect(await me.names(`${dir}/crate`)).toEqual([])
  })
})
