// Links follow their target and end with it, over two replicas.
import { describe, expect, it } from '@jest/globals'
import { soon } from '../helpers/until.ts'
import { bucketOf, filesOf } from './files-client.ts'
import { linksOf } from './links-client.ts'
import { me as ann, s3, site } from './own-folder.ts'
import { guest, links } from './own-links.ts'

describe('a link follows its target', () => {
  const text = async (hash: string, below = '') => (await guest.download(hash, below)).expect(200).text

  it('through renames of the file and of folders above it, on any replica, and back again', async () => {
    await ann.given({ 'f/one/a.txt': 'A' })
    const [file, folder] = [await links.make('/f/one/a.txt', {}, { replica: 0 }), await links.make('/f/one/')]
    for (const [from, to] of [
      ['/f/one/a.txt', '/f/one/b.txt'],
      ['/f/one', '/f/two'],
      ['/f', '/g'],
      ['/g/two', '/deep/er/two'],
    ] as const) {
      ;(await ann.rename(from, to)).expect(200)
      for (const replica of [0, 1])
        expect((await guest.download(file.hash, '', { replica })).expect(200).text).toBe('A')
    }
    expect(await text(folder.hash, '/b.txt')).toBe('A')
    expect([(await guest.see(file.hash)).name, (await guest.see(folder.hash)).name]).toEqual(['b.txt', 'two'])
    const paths = async () =>
      (await links.all())
        .filter(({ hash }) => [file.hash, folder.hash].includes(hash))
        .map(({ path }) => path)
        .toSorted()
    expect(await soon(paths, (found) => found[0] === '/deep/er/two/')).toEqual(['/deep/er/two/', '/deep/er/two/b.txt'])
    expect((await links.at('/deep/er/two/b.txt')).map(({ hash }) => hash)).toEqual([file.hash])
    ;(await ann.rename('/deep/er/two', '/f/one')).expect(200)
    expect(await text(file.hash)).toBe('A')
  })

  it('and never opens another file put in the old place', async () => {
    await ann.given({ 'swap/a.txt': 'first' })
    const { hash } = await links.make('/swap/a.txt')
    ;(await ann.rename('/swap', '/swapped')).expect(200)
    await ann.given({ 'swap/a.txt': 'second' })
    const second = await links.make('/swap/a.txt')
    expect([await text(hash), await text(second.hash)]).toEqual(['first', 'second'])
    ;(await ann.rename('/swapped/a.txt', '/third.txt')).expect(200)
    expect([await text(hash), await text(second.hash)]).toEqual(['first', 'second'])
  })

  it('into the shared folder, but not into a tree that its owner does not have', async () => {
    const [bob, name] = [filesOf(await site.makePerson()), `${ann.client.username}.txt`]
    await ann.given({ 'ours.txt': 'ours' })
    const { hash } = await links.make('/ours.txt')
    ;(await ann.rename('/ours.txt', `/Shared/${name}`)).expect(200)
    expect(await text(hash)).toBe('ours')
    ;(await bob.rename(`/Shared/${name}`, '/taken.txt')).expect(200)
    ;(await guest.look(hash)).expect(404)
    ;(await bob.rename('/taken.txt', `/Shared/${name}`)).expect(200)
    expect(await text(hash)).toBe('ours')
    await ann.remove(`/Shared/${name}`)
    ;(await guest.look(hash)).expect(404)
  })

  it('and stays where it is when its file is copied, replaced, or restored to an older version', async () => {
    await ann.given({ 'stay.txt': 'first' })
    const { hash } = await links.make('/stay.txt')
    ;(await ann.copy('/stay.txt', '/stay-copy.txt')).expect(200)
    ;(await ann.upload('/stay.txt', 'second', { override: 'true' })).expect(200)
    expect([await text(hash), (await links.at('/stay-copy.txt')).length]).toEqual(['second', 0])
    await ann.given({ 'other.txt': 'third' })
    ;(await ann.rename('/other.txt', '/stay.txt', { override: 'true' })).expect(200)
    expect(await text(hash)).toBe('third')
  })

  it('into a folder that is merged', async () => {
    await ann.given({ 'merge/from/a.txt': 'A', 'merge/to/b.txt': 'B' })
    const { hash } = await links.make('/merge/from/a.txt')
    ;(await ann.rename('/merge/from', '/merge/to', { override: 'true' })).expect(200)
    expect(await text(hash)).toBe('A')
  })
})

describe('a link ends', () => {
  it('with its file, whoever deletes it, and is not restored with it', async () => {
    const bob = filesOf(await site.makePerson())
    const path = `/Shared/${ann.client.username}-end`
    await ann.given({ [`${path.slice(1)}/a.txt`]: 'A', 'single.txt': 'B' })
    const [inside, folder, single] = [
      await links.make(`${path}/a.txt`),
      await links.make(path),
      await links.make('/single.txt'),
    ]
    const note = (await bob.remove(path)).expect(204).headers['x-trash-note'] ?? ''
    const own = (await ann.remove('/single.txt')).expect(204).headers['x-trash-note'] ?? ''
    for (const { hash } of [inside, folder, single])
      for (const replica of [0, 1]) (await guest.look(hash, '', { replica })).expect(404)
    ;(await bob.restore(note)).expect(200)
    ;(await ann.restore(own)).expect(200)
    for (const { hash } of [inside, folder, single]) (await guest.look(hash)).expect(404)
    expect((await links.all()).filter(({ hash }) => [inside.hash, folder.hash, single.hash].includes(hash))).toEqual([])
    expect(
      (await links.all('?ended=true')).filter(({ hash }) => [inside.hash, folder.hash, single.hash].includes(hash)),
    ).toEqual([])
    await bob.remove(path)
  })

  it('when another tool removed its target, or put something of another kind there', async () => {
    const bucket = bucketOf(site.bucketPrefix, ann)
    await ann.given({ 'tool/a.txt': 'A', 'tool/box/b.txt': 'B' })
    const [file, folder] = [await links.make('/tool/a.txt'), await links.make('/tool/box')]
    await s3.delete(bucket, 'tool/a.txt')
    await s3.delete(bucket, 'tool/box/b.txt')
    const ended = (hash: string) =>
      soon(
        () => guest.look(hash),
        ({ status }) => status === 404,
      )
    for (const { hash } of [file, folder]) (await ended(hash)).expect(404)
    await s3.put(bucket, 'tool/a.txt', 'another')
    ;(await guest.look(file.hash)).expect(404)

    await ann.given({ 'kind.txt': 'A' })
    const kind = await links.make('/kind.txt')
    await s3.delete(bucket, 'kind.txt')
    await ann.given({ 'kind.txt/inside.txt': 'B' })
    ;(await ended(kind.hash)).expect(404)
    ;(await guest.download(kind.hash)).expect(404)
    await ann.remove('/kind.txt')
    await ann.given({ 'kind.txt': 'C' })
    ;(await guest.look(kind.hash)).expect(404)
  })

  it('when its owner ends it, or an administrator', async () => {
    await ann.given({ 'stop.txt': 'A' })
    const [one, two] = [await links.make('/stop.txt'), await links.make('/stop.txt')]
    ;(await links.remove(one.hash)).expect(200)
    ;(await links.remove(one.hash)).expect(404)
    ;(await linksOf(await site.adminClient()).remove(two.hash)).expect(200)
    expect(await links.at('/stop.txt')).toEqual([])
  })
})
