// Links over two replicas: what their owners see of them, and what guests see.
import { describe, expect, it } from '@jest/globals'
import type { ShareLink } from '../../backend/contract/shares.ts'
import { pngPicture } from '../helpers/real-files.ts'
import { unpackWithTools } from '../helpers/unpack.ts'
import { soon } from '../helpers/until.ts'
import { bucketOf, filesOf } from './files-client.ts'
import { linksOf, namesIn, withPassword } from './links-client.ts'
import { me as ann, s3, site } from './own-folder.ts'
import { guest, links } from './own-links.ts'

const seconds = () => Math.floor(Date.now() / 1000)

const statusSoon = async (hash: string, status: number) =>
  (
    await soon(
      () => guest.look(hash),
      (answer) => answer.status === status,
    )
  ).status

describe('making a link', () => {
  it('returns what it is, and lists it for its path and among all', async () => {
    await ann.given({ 'make/a.txt': 'a' })
    const link = await links.make('/make/a.txt', { password: 'Sésame 42', expires: '2', unit: 'days', limit: 5 })
    expect(link).toMatchObject({
      path: '/make/a.txt',
      userID: ann.client.id,
      kind: 'read',
      isDir: false,
      hasPassword: true,
      limit: 5,
      downloads: 0,
      opened: 0,
      lastUsed: null,
    })
    expect(Math.abs(link.expire - seconds() - 2 * 86_400)).toBeLessThan(60)
    expect(link.username).toBeUndefined()
    expect(await links.at('/make/a.txt')).toEqual([link])
    expect((await links.all()).find(({ hash }) => hash === link.hash)).toEqual(link)
    expect(await links.at('/make')).toEqual([])
  })

  it('keeps a trailing slash, and compares paths without it', async () => {
    await ann.given({ 'slash/': null })
    const { hash, path } = await links.make('/slash/')
    expect(path).toBe('/slash/')
    expect((await links.at('/slash')).map((link) => link.hash)).toEqual([hash])
  })

  it('lasts as long as requested, even for ever or for millions of years', async () => {
    await ann.given({ 'long.txt': 'a' })
    expect((await links.make('/long.txt', { expires: '0', unit: 'seconds' })).expire).toBe(0)
    expect((await links.make('/long.txt', { expires: '' })).expire).toBe(0)
    const longest = await links.make('/long.txt', { expires: '2147483647', unit: 'days' })
    expect(Math.abs(longest.expire - seconds() - 2_147_483_647 * 86_400)).toBeLessThan(60)
  })

  it('refuses missing files as it refuses what a person may not share', async () => {
    ;(await links.tryMake('/none.txt')).expect(404)
    ;(await links.tryMake('/Shared')).expect(409)
    ;(await links.tryMake('/..')).expect(400)
    ;(await links.tryMake('/none.txt', 'no json')).expect(400)
    ;(await links.tryMake('/long.txt', '')).expect(400)
    ;(await links.tryMake('/long.txt', { password: 'x'.repeat(1025) })).expect(400)
    ;(await links.tryMake('/long.txt', { limit: -1 })).expect(400)
    ;(await site.client().post('/api/share/long.txt', {})).expect(401)
    ;(await ann.client.delete('/api/share/')).expect(400)
    ;(await ann.client.patch('/api/share/', {})).expect(400)
  })

  it('to a root opens the root without the shared folder', async () => {
    const bob = filesOf(await site.makePerson())
    await bob.given({ 'mine.txt': 'mine', [`Shared/${bob.client.username}.txt`]: 'ours' })
    const { hash } = await linksOf(bob.client).make('/')
    const shared = await guest.see(hash)
    expect([shared.name, namesIn(shared)]).toEqual([bob.client.username, ['mine.txt']])
    ;(await guest.look(hash, '/Shared')).expect(403)
    ;(await guest.download(hash, `/Shared/${bob.client.username}.txt`)).expect(403)
    expect(
      Object.keys(unpackWithTools((await guest.download(hash, '?algo=tar')).expect(200).body, 'tar')['tar'] ?? {}),
    ).toEqual(['mine.txt'])
    await bob.remove(`/Shared/${bob.client.username}.txt`)
  })
})

describe('a guest', () => {
  it("sees a file without its owner's path and without its text", async () => {
    await ann.given({ 'deep/inside/a.txt': 'hello' })
    const { hash, expire } = await links.make('/deep/inside/a.txt')
    const answer = (await guest.look(hash)).expect(200)
    expect(answer.json()).toMatchObject({ path: '', name: 'a.txt', size: 5, isDir: false, type: 'text', expire })
    expect(answer.text).not.toMatch(/deep|inside|hello/)
    expect((await guest.see(hash, '/whatever.txt')).name).toBe('a.txt')
  })

  it('walks through a folder as a root', async () => {
    await ann.given({
      'walk/box/b10.txt': 'b',
      'walk/box/b2.txt': 'b',
      'walk/box/sub/c.txt': 'ccc',
      'walk/out.txt': 'out',
    })
    const { hash } = await links.make('/walk/box/')
    const top = await guest.see(hash)
    expect([top.path, top.name, namesIn(top)]).toEqual(['/', 'box', ['sub', 'b2.txt', 'b10.txt']])
    const sub = await guest.see(hash, '/sub/')
    expect(sub).toMatchObject({ path: '/sub', items: [{ path: '/sub/c.txt' }] })
    expect((await guest.download(hash, '/sub/c.txt')).expect(200).headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
    })
    const part = (await guest.download(hash, '/sub/c.txt?inline=true', { headers: { Range: 'bytes=1-1' } })).expect(206)
    expect([part.text, part.headers['content-disposition']]).toEqual(['c', "inline; filename*=utf-8''c.txt"])
    const head = (await site.client().head(`/api/public/dl/${hash}/sub/c.txt`)).expect(200)
    expect([head.headers['content-length'], head.body.length]).toEqual(['3', 0])
    ;(await site.client().head(`/api/public/share/${hash}`)).expect(404)
  })

  it('downloads all of a folder or a part of it, in any format', async () => {
    await ann.given({ 'pack/box/a.txt': 'A', 'pack/box/sub/c.txt': 'C', 'pack/box/empty/': null })
    const { hash } = await links.make('/pack/box')
    const zip = (await guest.download(hash)).expect(200)
    expect([zip.headers['content-disposition'], zip.headers['content-type']]).toEqual([
      "attachment; filename*=utf-8''box.zip",
      'application/zip',
    ])
    const some = (await guest.download(hash, `/?algo=tar&files=${encodeURIComponent('a.txt,sub/c.txt')}`)).expect(200)
    expect([some.headers['content-disposition'], unpackWithTools(some.body, 'tar')['tar']]).toEqual([
      "attachment; filename*=utf-8''_box.tar",
      { 'a.txt': 'A', 'sub/': null, 'sub/c.txt': 'C' },
    ])
    expect((await guest.download(hash, '/sub?algo=targz')).expect(200).headers['content-disposition']).toBe(
      "attachment; filename*=utf-8''sub.tar.gz",
    )
    ;(await guest.download(hash, '?algo=exe')).expect(400)
    ;(await guest.download(hash, '/none')).expect(404)
  })

  it('E3: gets the same from an address whose slashes are encoded, with a password too', async () => {
    await ann.given({ 'coded/box/b #1.txt': 'one', 'coded/box/sub/ü%2F.txt': 'two', 'coded/box/p.png': pngPicture(1) })
    const { hash, token = '' } = await links.make('/coded/box', { password: 'sesame' })
    for (const slash of ['%2F', '%2f']) {
      const [one, two] = [`${slash}b%20%231.txt`, `${slash}sub${slash}%C3%BC%252F.txt`]
      const by = { headers: withPassword('sesame') }
      expect((await guest.download(hash, `${one}?token=${token}`)).expect(200).text).toBe('one')
      expect((await guest.download(hash, `${one}?token=${token}&inline=true`)).expect(200).text).toBe('one')
      expect((await guest.download(hash, one, by)).expect(200).text).toBe('one')
      expect((await guest.download(hash, two, by)).expect(200).text).toBe('two')
      const head = (await site.client().head(`/api/public/dl/${hash}${one}?token=${token}`)).expect(200)
      expect(head.headers['content-length']).toBe('3')
      expect((await guest.see(hash, two, by)).path).toBe('/sub/ü%2F.txt')
      expect(namesIn(await guest.see(hash, `${slash}sub${slash}`, by))).toEqual(['ü%2F.txt'])
      expect(namesIn(await guest.see(hash, `${slash}?token=${token}`))).toEqual(['sub', 'b #1.txt', 'p.png'])
      ;(await guest.preview(hash, `${slash}p.png`, by)).expect(200)
      ;(await guest.download(hash, one)).expect(401)
    }
  })

  it('sees pictures in their small size', async () => {
    await ann.given({ 'photos/one.png': pngPicture(1), 'photos/film.txt': 'no picture' })
    const { hash } = await links.make('/photos', { password: 'sesame' })
    const { token = '' } = await guest.see(hash, '', { headers: withPassword('sesame') })
    const picture = (await guest.preview(hash, `/one.png?render=true&token=${token}`)).expect(200)
    expect([picture.headers['cache-control'], picture.headers['content-type']]).toEqual([
      'private, no-cache',
      expect.stringMatching(/^image\//),
    ])
    ;(await guest.preview(hash, '/one.png')).expect(401)
    ;(await guest.preview(hash, `/film.txt?token=${token}`)).expect(501)
    ;(await guest.preview(hash, `?token=${token}`)).expect(501)
    ;(await site.client().get(`/api/public/preview/huge/${hash}/one.png?token=${token}`)).expect(400)
  })

  it('reads the subtitles of a film in a shared folder, but none beside a film that is shared alone', async () => {
    const srt = '1\n00:00:01,000 --> 00:00:02,000\nHola\n'
    await ann.given({ 'films/a.mp4': 'film', 'films/a.es.srt': srt, 'films/b.txt': 'B' })
    const { hash, token = '' } = await links.make('/films', { password: 'sesame' })
    const film = (await guest.see(hash, `/a.mp4?token=${token}`)) as { subtitles?: string[] }
    expect(film.subtitles).toEqual(['/a.es.srt'])
    const answer = (await guest.subtitle(hash, `/a.es.srt?token=${token}&inline=true`)).expect(200)
    expect(answer.headers['content-type']).toBe('text/vtt; charset=utf-8')
    expect(answer.text).toContain('\nHola\n')
    ;(await guest.subtitle(hash, '/a.es.srt')).expect(401)
    ;(await guest.subtitle(hash, `/b.txt?token=${token}`)).expect(400)
    ;(await guest.subtitle(hash, `?token=${token}`)).expect(400)
    ;(await guest.subtitle(hash, `/none.srt?token=${token}`)).expect(404)
    ;(await guest.subtitle(hash, `/..%2Fsecret.srt?token=${token}`)).expect(404)
    const single = await links.make('/films/a.mp4')
    expect(await guest.see(single.hash)).not.toHaveProperty('subtitles')
    ;(await guest.subtitle(single.hash, '/a.es.srt')).expect(400)
  })
})

describe('a password', () => {
  it('in its header or as its token opens everything, in any script', async () => {
    await ann.given({ 'locked/a.txt': 'A' })
    const { hash, token } = await links.make('/locked', { password: 'contraseña ☂' })
    ;(await guest.look(hash, '', { headers: withPassword('') })).expect(401)
    expect(await guest.see(hash, '', { headers: withPassword('contraseña ☂') })).toMatchObject({ token })
    expect((await guest.download(hash, '/a.txt', { headers: withPassword('contraseña ☂') })).expect(200).text).toBe('A')
    expect((await guest.download(hash, `/a.txt?token=${token}`)).expect(200).text).toBe('A')
    ;(await guest.look(hash, `?token=${token}`)).expect(200)
  })

  it('can be changed and removed; the old token ends with it', async () => {
    await ann.given({ 'change.txt': 'A' })
    const first = await links.make('/change.txt', { password: 'first' })
    const second = (await links.change(first.hash, { password: 'second' })).expect(200).json<ShareLink>()
    expect(second).toMatchObject({ hash: first.hash, hasPassword: true, expire: first.expire })
    expect(
      await soon(
        async () => (await guest.download(first.hash, `?token=${first.token}`)).status,
        (status) => status === 401,
      ),
    ).toBe(401)
    ;(await guest.look(first.hash, '', { headers: withPassword('second') })).expect(200)
    expect((await links.change(first.hash, { password: '' })).expect(200).json<ShareLink>()).toMatchObject({
      hasPassword: false,
    })
    expect(await statusSoon(first.hash, 200)).toBe(200)
  })
})

describe('an ended link', () => {
  it('is listed separately, and opens again when its owner extends it', async () => {
    await ann.given({ 'ended.txt': 'A' })
    const { hash } = await links.make('/ended.txt', { expires: '1', unit: 'seconds' })
    expect(await statusSoon(hash, 404)).toBe(404)
    expect([await links.at('/ended.txt'), (await links.all()).filter((link) => link.hash === hash)]).toEqual([[], []])
    expect((await links.all('?ended=true')).find((link) => link.hash === hash)).toMatchObject({ path: '/ended.txt' })
    const other = await site.makePerson()
    ;(await linksOf(other).change(hash, { expires: '1' })).expect(403)
    ;(await linksOf(await site.adminClient()).change(hash, { expires: '1' })).expect(403)
    ;(await links.change(hash, { expires: '1', unit: 'years' })).expect(400)
    const extended = (await links.change(hash, { expires: '3', unit: 'hours' })).expect(200).json<ShareLink>()
    expect(Math.abs(extended.expire - seconds() - 3 * 3600)).toBeLessThan(60)
    expect(await statusSoon(hash, 200)).toBe(200)
    expect((await links.all('?ended=true')).filter((link) => link.hash === hash)).toEqual([])
    expect((await links.change(hash, { expires: '' })).expect(200).json<ShareLink>().expire).toBe(0)
  })

  it('cannot be extended when its file is gone', async () => {
    await ann.given({ 'gone.txt': 'A' })
    const { hash } = await links.make('/gone.txt')
    await s3.delete(bucketOf(site.bucketPrefix, ann), 'gone.txt')
    ;(await links.change(hash, { expires: '3' })).expect(404)
    ;(await links.change(hash, { expires: '3' })).expect(404)
    expect((await links.all()).filter((link) => link.hash === hash)).toEqual([])
  })
})

describe('a limit on downloads', () => {
  it('lets exactly that many guests through, on any replica, each as often as they like', async () => {
    await ann.given({ 'few.txt': '0123456789' })
    const { hash } = await links.make('/few.txt', { limit: 1 })
    // Only a trusted proxy can say who a guest is. Here all guests from one address count as one.
    for (const replica of [0, 1]) (await guest.download(hash, '', { replica })).expect(200)
    expect((await links.at('/few.txt')).length).toBe(0)
    expect((await links.all('?ended=true')).find((link) => link.hash === hash)).toMatchObject({
      downloads: 1,
      limit: 1,
    })
    ;(await guest.look(hash)).expect(200)
  })

  const asking = async (call: string, headers: Record<string, string> = {}) =>
    (await site.client().get(call, { headers })).status

  it('does not count viewing, HEAD requests and small previews', async () => {
    await ann.given({ 'middle.png': pngPicture(3) })
    const { hash } = await links.make('/middle.png', { limit: 3 })
    ;(await guest.look(hash)).expect(200)
    const small = (await guest.preview(hash, '?render=true')).expect(200)
    ;(await guest.preview(hash, '?render=true&fit=inside')).expect(200)
    for (const call of [`dl/${hash}`, `preview/big/${hash}?render=true`]) {
      ;(await site.client().head(`/api/public/${call}`)).expect(200)
    }
    ;(await guest.download(hash, '', { headers: { Range: 'bytes=999999-' } })).expect(416)
    expect(await asking(`/api/public/dl/${hash}`, { 'If-None-Match': '*' })).toBe(304)
    const seen = { 'If-None-Match': small.headers['etag'] ?? '' }
    expect(await asking(`/api/public/preview/thumb/${hash}?render=true`, seen)).toBe(304)
    expect((await links.at('/middle.png'))[0]).toMatchObject({ downloads: 0 })
  })

  it.each([
    ['a range from the middle on', 'dl', '/p.png', { Range: 'bytes=5-' }],
    ['the last bytes', 'dl', '/p.png', { Range: 'bytes=-3' }],
    ['several ranges', 'dl', '/p.png', { Range: 'bytes=5-6,9-10' }],
    ['an archive', 'dl', '', {}],
    ['a picture in its large size', 'preview/big', '/p.png?render=true', {}],
    ['subtitles', 'subtitle', '/p.srt', {}],
    ['a picture that is the file itself', 'preview/thumb', '/p.svg', { Range: 'bytes=2-' }],
  ])('C4: counts %s once per guest, and cannot be bypassed', async (_, call, below, headers) => {
    await ann.given({
      'c4/p.png': pngPicture(4),
      'c4/p.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'c4/p.srt': '1\n00:00:01,000 --> 00:00:02,000\nHola\n',
    })
    const { hash } = await links.make('/c4', { limit: 2 })
    for (let time = 0; time < 2; time++) {
      const status = await asking(`/api/public/${call}/${hash}${below}`, { ...headers } as Record<string, string>)
      expect([200, 206]).toContain(status)
    }
    expect((await links.all()).find((link) => link.hash === hash)?.downloads).toBe(1)
  })
})

describe('the list of links', () => {
  it("of an administrator has everybody's with their names, sorted; for a path too", async () => {
    const admin = await site.adminClient()
    const boss = linksOf(admin)
    await ann.given({ 'listed.txt': 'A' })
    const soonest = await links.make('/listed.txt', { expires: '1', password: 'sesame' })
    const all = await boss.all()
    expect(all.find(({ hash }) => hash === soonest.hash)).toMatchObject({
      username: ann.client.username,
      path: '/listed.txt',
      userID: ann.client.id,
    })
    const order = all.map(({ userID, expire }) => [userID, expire] as const)
    expect(order).toEqual(order.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]))
    // The same place under two people's paths, because it lies in the shared folder.
    await ann.given({ [`Shared/${ann.client.username}-l.txt`]: 'A' })
    const { hash } = await links.make(`/Shared/${ann.client.username}-l.txt`)
    expect((await boss.at(`/Shared/${ann.client.username}-l.txt`)).map((link) => [link.hash, link.username])).toEqual([
      [hash, ann.client.username],
    ])
    expect(await linksOf(await site.makePerson()).at(`/Shared/${ann.client.username}-l.txt`)).toEqual([])
    await ann.remove(`/Shared/${ann.client.username}-l.txt`)
  })

  it('is for people who may share', async () => {
    const bob = await site.makePerson({ perm: { share: false } })
    const answers = [
      await bob.get('/api/shares'),
      await bob.get('/api/share/x'),
      await bob.post('/api/share/x', {}),
      await bob.patch('/api/share/x', {}),
      await bob.delete('/api/share/x'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  })
})
