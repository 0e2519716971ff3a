// api-contract 3.1 to 3.3: information about files and folders, uploads in one request, saving.
import { describe, expect, it } from '@jest/globals'
import { createHash } from 'node:crypto'
import { pngPicture } from '../../helpers/real-files.ts'
import { soon } from '../../helpers/until.ts'
import { dir, me, world } from './own-world.ts'
import { JSON_TYPE } from './wire.ts'

type Item = { name: string; path: string; type: string; isDir: boolean; size: number }
const upload = async (name: string, body: string | Buffer, query = '') =>
  expect([name, await me.status(`POST /api/resources/${dir}/${name}${query}`, { body })]).toEqual([name, 200])
const info = async (name: string, query = '') => (await me.call(`GET /api/resources/${dir}/${name}${query}`)).json
const items = async (folder = dir, wire = me) =>
  (await wire.call(`GET /api/resources/${folder}`)).json['items'] as Item[]

describe('3.1 information', () => {
  it('of a file', async () => {
    await upload('a.txt', 'hello', '?modified=1793529758283')
    const { status, headers, json } = await me.call(`GET /api/resources/${dir}/a.txt`)
    expect([status, headers.get('content-type')]).toEqual([200, JSON_TYPE])
    expect(json).toEqual({
      path: `/${dir}/a.txt`,
      name: 'a.txt',
      size: 5,
      extension: '.txt',
      modified: '2026-11-01T10:42:38.283Z',
      mode: 416,
      isDir: false,
      isSymlink: false,
      type: 'text',
      content: 'hello',
    })
  })

  it('of a folder, asked for with its slash or without; of the root', async () => {
    await upload('sub/b.bin', Buffer.from([0, 1, 2]))
    for (const path of [dir, `${dir}/`]) {
      const folder = (await me.call(`GET /api/resources/${path}`)).json
      expect(folder).toMatchObject({
        path: `/${dir}`,
        name: dir,
        extension: '',
        mode: 2147484136,
        isDir: true,
        isSymlink: false,
        type: '',
        numDirs: 1,
        numFiles: 0,
        sorting: { by: 'name', asc: false },
      })
      expect(folder['items']).toEqual([
        expect.objectContaining({ path: `/${dir}/sub`, name: 'sub', isDir: true, type: '' }),
      ])
      expect((folder['items'] as object[])[0]).not.toHaveProperty('items')
    }
    expect((await me.call('GET /api/resources/')).json).toMatchObject({ path: '/', name: '', isDir: true })
    expect(await me.status(`GET /api/resources/${dir}/none`)).toBe(404)
  })

  it.each([
    ['film.mp4', '', 'video'],
    ['song.MP3', '', 'audio'],
    ['pic.svg', '<svg/>', 'image'],
    ['pic.heic', 'x', 'image'],
    ['pic.avif', 'x', 'image'],
    ['paper.pdf', '%PDF-1.4', 'pdf'],
    ['page.html', '<p>', 'text'],
    ['data.json', '{}', 'text'],
    ['empty', '', 'text'],
    ['plain', 'only words', 'text'],
    ['bytes', 'a\u0001b', 'blob'],
    ['.hid', 'x', 'text'],
    ['none.unknownkind', 'words', 'text'],
  ])('reports %s as %s', async (name, body, type) => {
    await upload(name, body)
    expect((await info(name))['type']).toBe(type)
  })

  it('D07: reports broken UTF-8 and text over 10 MiB as blobs, but not a letter cut at the 512th byte', async () => {
    await upload('broken', Buffer.from([0x61, 0xff, 0xfe, 0x62]))
    await upload('cut', `${'x'.repeat(511)}ö and on`)
    await upload('long.txt', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'))
    expect([(await info('broken'))['type'], (await info('cut'))['type'], (await info('long.txt'))['type']]).toEqual([
      'blob',
      'text',
      'blob',
    ])
    expect(await info('long.txt')).not.toHaveProperty('content')
  })

  it('says textImmutable to people who may not modify, only when one file is requested', async () => {
    const reader = await world.person({ perm: { modify: false } })
    expect(await reader.status(`POST /api/resources/${dir}/t.txt`, { body: 'x' })).toBe(200)
    expect((await reader.call(`GET /api/resources/${dir}/t.txt`)).json['type']).toBe('textImmutable')
    expect((await items(dir, reader))[0]?.type).toBe('text')
  })

  it('has the pixels of pictures and the subtitles of videos, in listings and for one file', async () => {
    await upload('p.png', pngPicture(1, 48))
    await upload('v.mp4', 'x')
    for (const name of ['v.srt', 'v.en.vtt', 'w.srt', 'Subs/any.ass', 'Subs/v folder/deep.vtt', 'Subs/other/no.vtt'])
      await upload(encodeURI(name), 'x')
    const subtitles = ['/Subs/any.ass', '/Subs/v folder/deep.vtt', '/v.en.vtt', '/v.srt'].map(
      (path) => `/${dir}${path}`,
    )
    const listed = (await items()) as (Item & { resolution?: object; subtitles?: string[] })[]
    expect(listed.find(({ name }) => name === 'p.png')?.resolution).toEqual({ width: 48, height: 48 })
    expect(listed.find(({ name }) => name === 'v.mp4')?.subtitles?.toSorted()).toEqual(subtitles)
    expect([(await info('p.png'))['resolution'], ((await info('v.mp4'))['subtitles'] as string[]).toSorted()]).toEqual([
      { width: 48, height: 48 },
      subtitles,
    ])
  })

  it.each(['md5', 'sha1', 'sha256', 'sha512'])('adds the %s, and leaves the text out', async (algorithm) => {
    await upload('a.txt', 'hello')
    const told = await info('a.txt', `?checksum=${algorithm}`)
    expect(told['checksums']).toEqual({ [algorithm]: createHash(algorithm).update('hello').digest('hex') })
    expect(told).not.toHaveProperty('content')
  })

  it('refuses unknown checksums, and ignores one of a folder', async () => {
    await upload('a.txt', 'hello')
    expect(await me.status(`GET /api/resources/${dir}/a.txt?checksum=MD5`)).toBe(400)
    expect(await me.status(`GET /api/resources/${dir}/a.txt?checksum=crc32`)).toBe(400)
    expect(await me.status(`GET /api/resources/${dir}?checksum=md5`)).toBe(200)
  })

  it('is sorted as the person prefers, digits by value, folders first by name', async () => {
    for (const [name, size, hour] of [
      ['file10', 30, 1],
      ['File2', 10, 3],
      ['file1', 20, 2],
    ] as const)
      await upload(name, 'x'.repeat(size), `?modified=${1_700_000_000_000 + hour * 3_600_000}`)
    await upload('b/x', 'x', '?modified=1700010000000')
    const order = async (by: string, asc: boolean) => {
      const body = { what: 'user', which: ['sorting'], data: { id: me.id, sorting: { by, asc } } }
      expect(await me.status(`PUT /api/users/${me.id}`, { body })).toBe(200)
      // Another replica learns of it within a second.
      const look = async () =>
        (await me.call(`GET /api/resources/${dir}`)).json as { sorting: { by: string; asc: boolean }; items: Item[] }
      const { items: listed } = await soon(look, ({ sorting }) => sorting.by === by && sorting.asc === asc)
      return listed.map(({ name }) => name).join(' ')
    }
    expect(await order('name', true)).toBe('b file10 File2 file1')
    expect(await order('size', false)).toBe('file10 file1 File2 b')
    expect(await order('size', true)).toBe('b File2 file1 file10')
    expect(await order('modified', false)).toBe('File2 b file1 file10')
    expect(await order('modified', true)).toBe('file10 file1 b File2')
    expect(await order('name', false)).toBe('b file1 File2 file10')
  })
})

describe('3.2 upload and new folder', () => {
  it('makes a folder with its parents, also an existing one; not onto a file', async () => {
    const made = await me.call(`POST /api/resources/${dir}/x/y/`)
    expect([made.status, made.text, await me.status(`POST /api/resources/${dir}/x/y/`)]).toEqual([200, '200 OK\n', 200])
    await upload('file', 'x')
    expect([400, 409]).toContain(await me.status(`POST /api/resources/${dir}/file/`))
    expect((await me.call(`GET /api/raw/${dir}/file`)).text).toBe('x')
  })

  it('accepts any type of body, makes parents, and returns the ETag', async () => {
    const { status, headers, text } = await me.call(`POST /api/resources/${dir}/new/deep/a.txt`, {
      body: '{"a":1}',
      headers: { 'Content-Type': 'application/json' },
    })
    expect([status, headers.get('etag'), text]).toEqual([200, expect.stringMatching(/^"[^"]+"$/), '200 OK\n'])
    expect((await me.call(`GET /api/raw/${dir}/new/deep/a.txt`)).text).toBe('{"a":1}')
  })

  it('replaces only with override=true, and never a folder', async () => {
    await upload('a.txt', 'one')
    for (const query of ['', '?override=false', '?override=1', '?override=TRUE'])
      expect([query, await me.status(`POST /api/resources/${dir}/a.txt${query}`, { body: 'two' })]).toEqual([
        query,
        409,
      ])
    expect((await me.call(`GET /api/raw/${dir}/a.txt`)).text).toBe('one')
    await upload('a.txt', 'two', '?override=true')
    expect((await me.call(`GET /api/raw/${dir}/a.txt`)).text).toBe('two')
    await upload('folder/inside', 'x')
    for (const query of ['', '?override=true'])
      expect(await me.status(`POST /api/resources/${dir}/folder${query}`, { body: 'x' })).toBe(409)
    expect([400, 409]).toContain(await me.status(`POST /api/resources/${dir}/a.txt/b`, { body: 'x' }))
    expect((await me.call(`GET /api/raw/${dir}/folder/inside`)).text).toBe('x')
  })

  it('needs create, and modify to replace', async () => {
    const maker = await world.person({ perm: { modify: false } })
    const looker = await world.person({ perm: { create: false } })
    expect(await maker.status(`POST /api/resources/${dir}/a`, { body: 'x' })).toBe(200)
    expect(await maker.status(`POST /api/resources/${dir}/a?override=true`, { body: 'y' })).toBe(403)
    expect(await looker.status(`POST /api/resources/${dir}/a`, { body: 'x' })).toBe(403)
    expect(await looker.status(`POST /api/resources/${dir}/a/`)).toBe(403)
  })
})

describe('3.3 saving', () => {
  it('replaces an existing file, and creates nothing', async () => {
    await upload('a.txt', 'one')
    const { status, headers } = await me.call(`PUT /api/resources/${dir}/a.txt`, { body: 'two' })
    expect([status, headers.get('etag')]).toEqual([200, expect.stringMatching(/^"[^"]+"$/)])
    expect((await me.call(`GET /api/raw/${dir}/a.txt`)).text).toBe('two')
    expect(await me.status(`PUT /api/resources/${dir}/a.txt/`, { body: 'x' })).toBe(405)
    expect(await me.status(`PUT /api/resources/${dir}/none`, { body: 'x' })).toBe(404)
    expect([400, 404, 409]).toContain(await me.status(`PUT /api/resources/${dir}`, { body: 'x' }))
    const reader = await world.person({ perm: { modify: false } })
    expect(await reader.status(`POST /api/resources/${dir}/a`, { body: 'x' })).toBe(200)
    expect(await reader.status(`PUT /api/resources/${dir}/a`, { body: 'y' })).toBe(403)
  })
})
