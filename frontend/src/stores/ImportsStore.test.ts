import { describe, expect, it } from '@jest/globals'
import type { ImportRecord } from '../../../backend/contract/imports.ts'
import { ImportForm } from './imports/ImportForm.ts'
import { importsOf } from './ImportsStore.ts'
import { problem, testRoot } from './test-root.ts'

const record = (id: string, over: Partial<ImportRecord> = {}): ImportRecord => ({
  id,
  kind: 'torrent',
  name: id,
  title: null,
  username: 'ann',
  source: `${id}.torrent`,
  state: 'running',
  phase: 'downloading',
  progress: 10,
  downloaded: 1,
  total: 10,
  checked: null,
  speed: 1,
  uploaded: 0,
  peers: 1,
  secondsLeft: null,
  files: 1,
  filesDone: 0,
  missed: 0,
  target: '',
  from: null,
  result: null,
  error: null,
  place: 1,
  preset: null,
  duration: null,
  hasPicture: false,
  inOrder: false,
  created: '2026-01-01T00:00:00Z',
  started: null,
  ended: null,
  ...over,
})

const list = (...items: ImportRecord[]) => Response.json({ items, worker: true, missing: [] })
const torrent = (name: string) => new File(['d'], name)

describe('the imports of a person', () => {
  it('change as the socket says, and one that has arrived is told', async () => {
    const { root } = testRoot((call) =>
      call === 'GET /api/imports' ? list(record('a'), record('b', { place: 2 })) : Response.json({ used: 1, total: 2 }),
    )
    const imports = importsOf(root)
    await imports.refresh()
    imports.apply('b', null)
    imports.apply('c', record('c', { place: 0 }))
    expect(imports.items.map(({ id }) => id)).toEqual(['c', 'a'])
    imports.apply('a', record('a', { state: 'done', result: '/Shared/TORRENTS/a', ended: '2026-01-01T01:00:00Z' }))
    expect(imports.underWay.map(({ id }) => id)).toEqual(['c'])
    expect(root.toasts.toasts.map(({ message }) => message.key)).toEqual(['imports.arrived'])
  })

  it('stay as the socket has told them since, though an older list comes late', async () => {
    const answers: ((response: Response) => void)[] = []
    const { root } = testRoot((call) =>
      call === 'GET /api/imports' ? new Promise<Response>((answer) => answers.push(answer)) : new Response(),
    )
    const imports = importsOf(root)
    const first = imports.refresh()
    answers[0]?.(list(record('a', { state: 'waiting' }), record('b')))
    await first
    const second = imports.refresh()
    imports.apply('a', record('a', { state: 'failed', error: { code: 'gone', detail: '' } }))
    imports.apply('b', null)
    answers[1]?.(list(record('a', { state: 'waiting' }), record('b')))
    await second
    expect(imports.items.map(({ id, state }) => [id, state])).toEqual([['a', 'failed']])
    const third = imports.refresh()
    answers[2]?.(list(record('a', { state: 'waiting' })))
    await third
    expect(imports.items[0]?.state).toBe('waiting')
  })

  it('of somebody else are not shown, unless an administrator asked for them', async () => {
    const { root } = testRoot((_, query) =>
      query.get('all') === 'true' ? list(record('a'), record('x', { username: 'ben' })) : list(record('a')),
    )
    const imports = importsOf(root)
    await imports.refresh()
    imports.apply('y', record('y', { username: 'ben' }))
    expect(imports.items.map(({ id }) => id)).toEqual(['a'])
    imports.setAll(true)
    await imports.refresh()
    expect([imports.items.length, imports.own.length]).toEqual([2, 1])
  })

  it('are cancelled by name if they are one’s own torrents, and by id otherwise', async () => {
    const video = record('v', { kind: 'video' })
    const { root, calls } = testRoot((call) =>
      call === 'GET /api/imports' ? list(record('a'), video) : new Response(),
    )
    const imports = importsOf(root)
    await imports.refresh()
    await imports.remove(record('a'))
    await imports.remove(video)
    await imports.remove(record('x', { username: 'ben' }))
    expect(calls.slice(1)).toEqual(['POST /api/torrent-cancel', 'DELETE /api/imports/v', 'DELETE /api/imports/x'])
    expect(imports.items).toEqual([])
  })
})

describe('what a person brings to be imported', () => {
  function form(screen: 'torrents' | 'videos', answer: Parameters<typeof testRoot>[0]) {
    const test = testRoot((call, query, body) => (call === 'GET /api/imports' ? list() : answer(call, query, body)))
    return { ...test, form: new ImportForm(screen, importsOf(test.root), test.root.storage) }
  }

  it('has to be a torrent file', async () => {
    const { form: torrents, calls } = form('torrents', () => new Response())
    expect(await torrents.startFiles([])).toEqual([])
    expect(torrents.note).toMatchObject({ isBad: true, fixed: 'chooseFirst', messages: [] })
    expect(await torrents.startFiles([torrent('a.txt')])).toHaveLength(1)
    expect(torrents.note?.messages[0]?.key).toBe('imports.notTorrent')
    expect(calls).toEqual([])
  })

  it('is said to have begun, to be refused, or not to have come through', async () => {
    const answers = [Response.json({ id: 'a', name: 'a' }), problem(400, 'badRequest'), null]
    const { form: torrents } = form('torrents', () => {
      const answer = answers.shift()
      if (answer === null || answer === undefined) throw new TypeError('no connection')
      return answer
    })
    const told: unknown[] = []
    for (let count = 0; count < 3; count += 1) {
      await torrents.startFiles([torrent('a.torrent')])
      told.push(torrents.note?.fixed)
    }
    expect(told).toEqual(['started', 'refused', 'failed'])
  })

  it('may be one of several, of which those stay that have not begun', async () => {
    const answers = [() => Response.json({ id: 'a', name: 'a' }), () => problem(400, 'badRequest')]
    const { form: torrents } = form('torrents', () => answers.shift()?.() ?? list())
    const left = await torrents.startFiles([torrent('a.torrent'), torrent('b.torrent')])
    expect(left.map(({ name }) => name)).toEqual(['b.torrent'])
    expect(torrents.note).toMatchObject({ isBad: true, fixed: 'refused' })
    expect(torrents.note?.messages.map(({ key }) => key)).toEqual(['imports.started', 'imports.refusedOne'])
  })

  it('may be a text with many links, of which each refused one is told', async () => {
    const bodies: unknown[] = []
    const { form: videos } = form('videos', (_, __, body) => {
      bodies.push(body)
      return Response.json({ items: [], refused: [{ link: 'https://b.example', error: 'siteNotAllowed' }], known: [] })
    })
    videos.setTarget('/Films')
    videos.chooseVideo({ preset: 'mp3', subtitles: true })
    expect(await videos.startText('https://a.example\nhttps://b.example and')).toBe(false)
    expect(bodies).toEqual([
      {
        links: ['https://a.example', 'https://b.example'],
        target: '/Films',
        preset: 'mp3',
        subtitles: true,
        entries: false,
      },
    ])
    expect(videos.note?.messages.map(({ key }) => key)).toEqual([
      'imports.started',
      'imports.refusedOne',
      'imports.leftOut',
    ])
    expect(await videos.startText('nothing')).toBe(false)
    expect(videos.note?.messages).toEqual([{ key: 'imports.noLinks' }])
  })

  it('may be held to a checksum, which belongs to one link to a file', async () => {
    const bodies: unknown[] = []
    const { form: videos } = form('videos', (_, __, body) => {
      bodies.push(body)
      return Response.json({ items: [], refused: [], known: [] })
    })
    const tryWith = async (checksum: string, text: string) => {
      videos.setChecksum(checksum)
      await videos.startText(text)
      return videos.note?.messages.map(({ key }) => key)
    }
    expect(await tryWith('abc', 'https://a.example/f')).toEqual(['imports.checksum.wrong'])
    const sha1 = 'A'.repeat(40)
    for (const text of ['https://a.example/f https://a.example/g', `magnet:?xt=urn:btih:${sha1}`])
      expect(await tryWith(sha1, text)).toEqual(['imports.checksum.oneLink'])
    expect(await tryWith(` ${sha1} `, 'https://a.example/f')).toEqual(['imports.started'])
    expect(bodies).toEqual([{ links: ['https://a.example/f'], kind: 'link', checksum: sha1 }])
    expect(videos.checksum).toBe('')
  })

  it('may be a file with links, beside torrents', async () => {
    const bodies: unknown[] = []
    const { form: torrents, calls } = form('torrents', (call, _, body) => {
      if (call === 'POST /api/imports') bodies.push(body)
      return Response.json({ id: 'a', name: 'a', items: [], refused: [], known: [] })
    })
    const files = [
      torrent('a.torrent'),
      new File(['[InternetShortcut]\nURL=https://a.example/x\n'], 'x.url'),
      new File(['https://b.example/y\nhttps://c.example/z'], 'list.txt'),
    ]
    await torrents.take({ files, text: '' })
    expect(calls).toContain('POST /api/import-torrent')
    expect(bodies).toMatchObject([{ links: ['https://a.example/x', 'https://b.example/y', 'https://c.example/z'] }])
    await torrents.take({ files: [torrent('a.pdf')], text: '' })
    expect(torrents.note?.messages[0]?.key).toBe('imports.notTorrent')
  })

  it('comes as it was chosen last in this browser', () => {
    const { form: videos, root } = form('videos', () => new Response())
    videos.chooseVideo({ preset: '720p', entries: true })
    expect(new ImportForm('videos', importsOf(root), root.storage).video).toEqual({
      preset: '720p',
      subtitles: false,
      entries: true,
    })
  })
})
