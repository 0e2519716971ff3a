// Resumable uploads: /api/tus (api-contract 6).
import { randomBytes } from 'node:crypto'
import http from 'node:http'
import { Readable } from 'node:stream'
import { describe, expect, it } from '@jest/globals'
import mongoose from 'mongoose'
import { encodePath } from '../helpers/client.ts'
import { happens, soon } from '../helpers/until.ts'
import { bucketOf, filesOf } from './files-client.ts'
import { bucket, dir, me, s3, site } from './own-folder.ts'

const MIB = 1024 * 1024

/** Sends a body in chunks, alternating between the replicas. */
async function send(path: string, body: Buffer, sizes: number[]): Promise<void> {
  ;(await me.tusBegin(path, body.length)).expect(201)
  let at = 0
  for (let i = 0; at < body.length; i++) {
    const chunk = body.subarray(at, at + (sizes[i % sizes.length] ?? 1))
    expect((await me.tusPatch(path, at, chunk)).expect(204).headers['upload-offset']).toBe(String(at + chunk.length))
    at += chunk.length
  }
}

/** Small objects of uploads that are no longer under way, of anybody. */
async function leftovers(): Promise<string[]> {
  const keys = (await s3.list(`${site.bucketPrefix}system`, 'uploads/')).map(({ key }) => key)
  const database = await mongoose.createConnection(site.mongoUrl).asPromise()
  try {
    const records = await database.collection<{ _id: string }>('uploads').find().toArray()
    const unfinished = new Set(records.map(({ _id }) => _id))
    return keys.filter((key) => !unfinished.has(key.split('/')[1] ?? ''))
  } finally {
    await database.close()
  }
}

const offsetOf = async (path: string) => Number((await me.tusHead(path)).expect(200).headers['upload-offset'])

/** Sends a part of a declared chunk and cuts the connection. */
async function breakOff(path: string, offset: number, part: Buffer, length: number): Promise<void> {
  const base = new URL(site.urls[0] ?? '')
  await new Promise<void>((resolve) => {
    const request = http.request({
      method: 'PATCH',
      hostname: base.hostname,
      port: base.port,
      path: `${base.pathname.replace(/\/$/, '')}/api/tus${encodePath(path)}`,
      headers: {
        'X-Auth': me.client.token,
        'Content-Type': 'application/offset+octet-stream',
        'Upload-Offset': offset,
        'Content-Length': length,
      },
    })
    request.on('error', () => undefined).on('close', () => resolve())
    request.write(part, () => setTimeout(() => request.destroy(), 300))
  })
}

describe('an upload in chunks', () => {
  it.each([
    ['one chunk', 3_000, [3_000]],
    ['tiny chunks', 60, [7]],
    ['chunks of 5 MiB', 12 * MIB, [5 * MIB]],
    ['uneven chunks', 14 * MIB + 17, [3 * MIB, 100, 6 * MIB + 5]],
    ['chunks of more than one part', 45 * MIB, [34 * MIB]],
    ['one big chunk', 35 * MIB, [35 * MIB]],
  ])('U03: %s arrives complete over both replicas, and leaves nothing else behind', async (_, size, chunks) => {
    const body = randomBytes(size)
    await send(`${dir}/a.bin`, body, chunks)
    expect((await me.raw(`${dir}/a.bin`)).expect(200).body.equals(body)).toBe(true)
    expect(await s3.unfinished(bucket)).toEqual([])
    ;(await me.tusHead(`${dir}/a.bin`)).expect(404)
    ;(await me.tusPatch(`${dir}/a.bin`, size, '')).expect(404)
    ;(await me.tusDelete(`${dir}/a.bin`)).expect(404)
  })

  it('U10: shows nothing before it is complete, and the old file until then', async () => {
    await me.given({ [`${dir.slice(1)}/old.bin`]: 'the old bytes' })
    ;(await me.tusBegin(`${dir}/old.bin`, 12 * MIB, { override: 'true' })).expect(201)
    ;(await me.tusBegin(`${dir}/new.bin`, 12 * MIB)).expect(201)
    for (const name of ['old', 'new']) (await me.tusPatch(`${dir}/${name}.bin`, 0, randomBytes(7 * MIB))).expect(204)
    expect(await me.names(dir)).toEqual(['old.bin'])
    expect(await me.read(`${dir}/old.bin`)).toBe('the old bytes')
    expect((await s3.list(bucket, dir.slice(1))).map(({ key }) => key)).toEqual([`${dir.slice(1)}/old.bin`])
    for (const name of ['old', 'new']) (await me.tusDelete(`${dir}/${name}.bin`)).expect(204)
    expect(await me.read(`${dir}/old.bin`)).toBe('the old bytes')
    expect(await s3.unfinished(bucket)).toEqual([])
  })

  it('of no bytes is a finished file at once', async () => {
    ;(await me.tusBegin(`${dir}/empty`, 0)).expect(201)
    expect((await me.file(`${dir}/empty`)).size).toBe(0)
    ;(await me.tusHead(`${dir}/empty`)).expect(404)
  })

  it('sent in HTTP chunks, without a Content-Length, works too', async () => {
    const body = randomBytes(9 * MIB)
    ;(await me.tusBegin(`${dir}/a.bin`, body.length)).expect(201)
    ;(await me.tusPatch(`${dir}/a.bin`, 0, Readable.from([body.subarray(0, 6 * MIB)]))).expect(204)
    ;(await me.tusPatch(`${dir}/a.bin`, 6 * MIB, Readable.from([body.subarray(6 * MIB)]))).expect(204)
    expect((await me.raw(`${dir}/a.bin`)).body.equals(body)).toBe(true)
  })

  it('has the time that the client sends', async () => {
    ;(await me.tusBegin(`${dir}/a.txt`, 1, { modified: '1700000000000' })).expect(201)
    ;(await me.tusPatch(`${dir}/a.txt`, 0, 'x')).expect(204)
    ;(
      await me.tusBegin(
        `${dir}/b.txt`,
        1,
        {},
        { 'Upload-Metadata': `filetype dGV4dC9odG1s,mtime ${Buffer.from('1600000000000').toString('base64')}` },
      )
    ).expect(201)
    ;(await me.tusPatch(`${dir}/b.txt`, 0, 'x')).expect(204)
    expect((await me.folder(dir)).items.map(({ modified }) => modified)).toEqual([
      '2023-11-14T22:13:20.000Z',
      '2020-09-13T12:26:40.000Z',
    ])
  })
})

describe('starting an upload', () => {
  it("U15: returns the address and the expiry, and none of tus's own handshake", async () => {
    const answer = (
      await me.tusBegin(`${dir}/ä b%.txt`, 5, {}, { 'X-Forwarded-Host': 'evil.example', Host: 'evil.example' })
    ).expect(201)
    expect(answer.headers.location).toBe(
      `${new URL(site.urls[0] ?? '').pathname.replace(/\/$/, '')}/api/tus${encodePath(`${dir}/ä b%.txt`)}`,
    )
    expect(Date.parse(answer.headers['upload-expires'] ?? '')).toBeGreaterThan(Date.now())
    const head = (await me.tusHead(`${dir}/ä b%.txt`)).expect(200)
    expect(head.headers).toMatchObject({ 'upload-offset': '0', 'upload-length': '5', 'cache-control': 'no-store' })
    for (const name of [...Object.keys(answer.headers), ...Object.keys(head.headers)])
      expect(name).not.toMatch(/^tus-|^access-control-/)
  })

  it.each(['-1', 'abc', '1e3', '0x10', '1.5', '9223372036854775808', '5, 5'])(
    'U01: with Upload-Length %s is 400 and starts nothing',
    async (length) => {
      ;(await me.client.post(`/api/tus${dir}/a`, undefined, { headers: { 'Upload-Length': length } })).expect(400)
      ;(await me.tusHead(`${dir}/a`)).expect(404)
    },
  )

  it('U01: of more than the storage accepts is 413', async () =>
    (await me.tusBegin(`${dir}/a`, 6 * 1024 ** 4)).expect(413))

  it('P11: onto a file is 409, with override it works; onto a folder it is refused', async () => {
    await me.given({ [`${dir.slice(1)}/a.txt`]: 'kept', [`${dir.slice(1)}/folder/in`]: 'kept' })
    ;(await me.tusBegin(`${dir}/a.txt`, 1)).expect(409)
    ;(await me.tusBegin(`${dir}/a.txt`, 1, { override: 'true' })).expect(201)
    ;(await me.tusBegin(`${dir}/folder`, 1)).expect(400)
    ;(await me.tusBegin(`${dir}/folder`, 1, { override: 'true' })).expect(400)
    ;(await me.tusBegin(`${dir}/a.txt/below`, 1)).expect(409)
    ;(await me.tusBegin('/Shared', 1)).expect(409)
    ;(await me.tusDelete(`${dir}/a.txt`)).expect(204)
  })

  it('again starts at zero and frees what was sent', async () => {
    ;(await me.tusBegin(`${dir}/a.bin`, 20 * MIB)).expect(201)
    ;(await me.tusPatch(`${dir}/a.bin`, 0, randomBytes(7 * MIB))).expect(204)
    ;(await me.tusBegin(`${dir}/a.bin`, 2)).expect(201)
    expect(await offsetOf(`${dir}/a.bin`)).toBe(0)
    expect(await s3.unfinished(bucket)).toEqual([])
    ;(await me.tusPatch(`${dir}/a.bin`, 0, 'xy')).expect(204)
    expect(await me.read(`${dir}/a.bin`)).toBe('xy')
  })

  it('again has another name, and who names the first one changes nothing', async () => {
    const path = `${dir}/named.bin`
    const first = (await me.tusBegin(path, 6)).expect(201).headers['x-upload']
    ;(await me.tusPatch(path, 0, 'abc', { headers: { 'X-Upload': String(first) } })).expect(204)
    expect((await me.tusHead(path)).expect(200).headers['x-upload']).toBe(first)
    const second = (await me.tusBegin(path, 5)).expect(201).headers['x-upload']
    expect([typeof second, second === first]).toEqual(['string', false])
    const late = { 'X-Upload': String(first) }
    const asked = { ...late, Accept: 'application/problem+json' }
    const refused = (await me.tusPatch(path, 0, 'def', { headers: asked })).expect(412)
    expect(refused.json()).toMatchObject({ code: 'preconditionFailed' })
    ;(await me.tusDelete(path, late)).expect(412)
    expect(await offsetOf(path)).toBe(0)
    ;(await me.tusPatch(path, 0, 'mine', { headers: { 'X-Upload': String(second) } })).expect(204)
    // A client that names none means whichever is there.
    ;(await me.tusPatch(path, 4, '!')).expect(204)
    expect(await me.read(path)).toBe('mine!')
    ;(await me.tusBegin(`${dir}/given-up.bin`, 6)).expect(201)
    const { 'x-upload': name } = (await me.tusHead(`${dir}/given-up.bin`)).expect(200).headers
    ;(await me.tusDelete(`${dir}/given-up.bin`, { 'X-Upload': String(name) })).expect(204)
  })

  it('is refused without a token or the permissions', async () => {
    ;(await filesOf(site.client()).tusBegin('/a', 1)).expect(401)
    ;(await filesOf(await site.makePerson({ perm: { create: false } })).tusBegin('/a', 1)).expect(403)
    const one = filesOf(await site.makePerson({ perm: { modify: false } }))
    await one.given({ 'a.txt': 'kept' })
    ;(await one.tusBegin('/a.txt', 1, { override: 'true' })).expect(403)
    const denied = filesOf(
      await site.makePerson({ rules: [{ regex: false, allow: false, path: '/no', regexp: { raw: '' } }] }),
    )
    ;(await denied.tusBegin('/no/a', 1)).expect(403)
  })
})

describe('a chunk', () => {
  it("U02, U03: is checked in the contract's order, and a refusal changes nothing", async () => {
    const path = `${dir}/a.txt`
    ;(await me.tusBegin(path, 6)).expect(201)
    ;(await me.tusPatch(path, 0, 'abc')).expect(204)
    ;(await me.tusPatch(path, 0, 'x', { headers: { 'Content-Type': 'text/plain' } })).expect(415)
    for (const offset of ['', 'two', '-1', '1.0'])
      (await me.tusPatch(path, 0, 'x', { headers: { 'Upload-Offset': offset } })).expect(400)
    ;(await me.tusPatch(`${dir}/none`, 0, 'x')).expect(404)
    ;(await me.tusPatch(path, 7, 'x')).expect(400)
    ;(await me.tusPatch(path, 0, 'x')).expect(409)
    ;(await me.tusPatch(path, 4, 'x')).expect(409)
    ;(await me.tusPatch(path, 3, 'wxyz')).expect(413)
    ;(await me.tusPatch(path, 3, Readable.from([Buffer.alloc(5000)]))).expect(413)
    expect(await offsetOf(path)).toBe(3)
    ;(await me.tusPatch(path, 3, 'def')).expect(204)
    expect(await me.read(path)).toBe('abcdef')
  })

  it('that is refused gets its answer even while megabytes are on their way', async () => {
    ;(await me.tusBegin(`${dir}/a`, 20 * MIB)).expect(201)
    ;(await me.tusPatch(`${dir}/a`, 5, Buffer.alloc(20 * MIB))).expect(409, 413)
  })

  it('that breaks off leaves a true offset', async () => {
    const body = randomBytes(50 * MIB)
    const path = `${dir}/a.bin`
    ;(await me.tusBegin(path, body.length)).expect(201)
    ;(await me.tusPatch(path, 0, body.subarray(0, 6 * MIB))).expect(204)
    await breakOff(path, 6 * MIB, body.subarray(6 * MIB, 42 * MIB), 44 * MIB)
    let offset = await offsetOf(path)
    expect(offset).toBeGreaterThanOrEqual(6 * MIB)
    expect(offset).toBeLessThanOrEqual(42 * MIB)
    for (let tries = 0; ; tries++) {
      offset = await offsetOf(path)
      const answer = await me.tusPatch(path, offset, body.subarray(offset))
      if (answer.status === 204) break
      // The broken call may still be storing what it received.
      expect([409, 423]).toContain(answer.status)
      expect(tries).toBeLessThan(10)
    }
    expect((await me.raw(path)).body.equals(body)).toBe(true)
  })

  it('sent twice at once is stored once', async () => {
    const body = randomBytes(12 * MIB)
    const path = `${dir}/a.bin`
    ;(await me.tusBegin(path, body.length)).expect(201)
    const first = await Promise.all(
      [0, 1].map((replica) => me.tusPatch(path, 0, body.subarray(0, 6 * MIB), { replica })),
    )
    expect(first.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1)
    expect([204, 409, 423]).toEqual(expect.arrayContaining(first.map(({ status }) => status)))
    const last = await Promise.all(
      [0, 1].map((replica) => me.tusPatch(path, 6 * MIB, body.subarray(6 * MIB), { replica })),
    )
    expect(last.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1)
    // The upload ends with its last byte: a later call finds none.
    expect([204, 404, 409, 423]).toEqual(expect.arrayContaining(last.map(({ status }) => status)))
    expect((await me.raw(path)).body.equals(body)).toBe(true)
  })
})

describe('the end of an upload', () => {
  it('U09: finds a file that appeared meanwhile: 409, and that file stays', async () => {
    for (const chunks of [[3], [1, 2]]) {
      const path = `${dir}/race${chunks.length}.txt`
      ;(await me.tusBegin(path, 3)).expect(201)
      ;(await me.upload(path, 'the other')).expect(200)
      let at = 0
      for (const size of chunks) {
        ;(await me.tusPatch(path, at, 'abc'.slice(at, at + size))).expect(at + size === 3 ? 409 : 204)
        at += size
      }
      expect(await me.read(path)).toBe('the other')
      ;(await me.tusHead(path)).expect(404)
    }
    expect(await s3.unfinished(bucket)).toEqual([])
  })
})

describe('two uploads to one new name', () => {
  it('A10: with the same size and time: one becomes the file, the other gets 409 and leaves nothing', async () => {
    const other = filesOf(await site.makePerson())
    for (const chunks of [[3], [1, 2]]) {
      const path = `/Shared/${dir.slice(1)}-${chunks.length}.txt`
      for (const one of [me, other]) (await one.tusBegin(path, 3, { modified: '1700000000000' })).expect(201)
      const end = chunks.slice(0, -1).reduce((sum, size) => sum + size, 0)
      for (const one of [me, other]) if (end > 0) (await one.tusPatch(path, 0, 'a')).expect(204)
      ;(await me.tusPatch(path, end, 'abc'.slice(end))).expect(204)
      ;(await other.tusPatch(path, end, 'xyz'.slice(end))).expect(409)
      expect(await other.read(path)).toBe('abc')
      ;(await other.tusHead(path)).expect(404)
      expect((await s3.versions(`${site.bucketPrefix}shared`, path.slice('/Shared/'.length))).length).toBe(1)
    }
  })

  it("A10: a copy of the file does not count as the upload's own, a moved file does", async () => {
    await send(`${dir}/a.txt`, Buffer.from('abc'), [3])
    const idOf = async (name: string) => (await s3.head(bucket, `${dir.slice(1)}/${name}`)).Metadata?.['nido-write']
    const id = await idOf('a.txt')
    expect(id).toMatch(/^[\w-]+$/)
    ;(await me.copy(`${dir}/a.txt`, `${dir}/copy.txt`)).expect(200, 204)
    expect(await idOf('copy.txt')).toBeUndefined()
    ;(await me.rename(`${dir}/a.txt`, `${dir}/moved.txt`)).expect(200, 204)
    // The copy may be there a moment after the answer.
    await happens(async () => (await s3.list(bucket, `${dir.slice(1)}/moved.txt`)).length === 1, 'it is copied')
    expect(await idOf('moved.txt')).toBe(id)
  })
})

describe('giving up an upload', () => {
  it("U04: of one's own needs no permission, and never touches the file there", async () => {
    const one = filesOf(await site.makePerson({ perm: { delete: false } }))
    await one.given({ 'whole.txt': 'kept' })
    ;(await one.tusDelete('/whole.txt')).expect(404)
    ;(await one.tusBegin('/whole.txt', 5, { override: 'true' })).expect(201)
    ;(await one.tusPatch('/whole.txt', 0, 'abc')).expect(204)
    ;(await one.tusDelete('/whole.txt')).expect(204)
    ;(await one.tusHead('/whole.txt')).expect(404)
    expect(await one.read('/whole.txt')).toBe('kept')
  })

  it('U14: happens when the permission to create is removed', async () => {
    const one = filesOf(await site.makePerson())
    ;(await one.tusBegin('/a.bin', 20 * MIB)).expect(201)
    ;(await one.tusPatch('/a.bin', 0, randomBytes(7 * MIB))).expect(204)
    const admin = await site.adminClient()
    const { perm } = (await admin.get(`/api/users/${one.client.id}`))
      .expect(200)
      .json<{ perm: Record<string, boolean> }>()
    ;(
      await admin.put(`/api/users/${one.client.id}`, {
        what: 'user',
        which: ['perm'],
        current_password: site.admin.password,
        data: { id: one.client.id, perm: { ...perm, create: false } },
      })
    ).expect(200)
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    ;(await one.tusPatch('/a.bin', 7 * MIB, 'x')).expect(403)
    expect(await s3.unfinished(bucketOf(site.bucketPrefix, one))).toEqual([])
  })

  it('U14: happens when the person is deleted', async () => {
    const one = filesOf(await site.makePerson())
    ;(await one.tusBegin('/a.bin', 20 * MIB)).expect(201)
    ;(await one.tusPatch('/a.bin', 0, randomBytes(7 * MIB))).expect(204)
    const admin = await site.adminClient()
    ;(await admin.delete(`/api/users/${one.client.id}`, { body: { current_password: site.admin.password } })).expect(
      200,
    )
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    ;(await one.tusPatch('/a.bin', 7 * MIB, 'x')).expect(401)
    expect(await s3.unfinished(bucketOf(site.bucketPrefix, one))).toEqual([])
  })
})

describe('an upload whose length nobody declares', () => {
  it('is a file whenever somebody asks, on any replica, and continues at its end', async () => {
    const body = randomBytes(13 * MIB)
    const path = `${dir}/a.bin`
    ;(await me.tusBegin(path, null)).expect(201)
    expect((await me.tusHead(path)).expect(200).headers).toMatchObject({ 'upload-length': '-1', 'upload-offset': '0' })
    ;(await me.tusPatch(path, 0, body.subarray(0, 3), { replica: 0 })).expect(204)
    expect((await me.raw(path, {}, { replica: 0 })).expect(200).body.equals(body.subarray(0, 3))).toBe(true)
    ;(await me.tusPatch(path, 3, body.subarray(3, 6 * MIB), { replica: 1 })).expect(204)
    ;(await me.tusPatch(path, 6 * MIB, body.subarray(6 * MIB), { replica: 1 })).expect(204)
    expect((await me.folder(dir)).items.map(({ name }) => name)).toEqual(['a.bin'])
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    expect((await me.raw(path, {}, { replica: 0 })).expect(200).body.equals(body)).toBe(true)
    expect(await offsetOf(path)).toBe(body.length)
    expect(await s3.unfinished(bucket)).toEqual([])
  })

  it('is a file after a pause, whether anybody asks or not, even an empty one', async () => {
    ;(await me.tusBegin(`${dir}/a.txt`, null)).expect(201)
    ;(await me.tusPatch(`${dir}/a.txt`, 0, 'hello')).expect(204)
    ;(await me.tusBegin(`${dir}/empty.txt`, null)).expect(201)
    ;(await me.tusPatch(`${dir}/empty.txt`, 0, '')).expect(204)
    const files = await soon(
      () => s3.list(bucket, `${dir.slice(1)}/`),
      ({ length }) => length === 2,
    )
    expect(files.map(({ key, size }) => [key.slice(dir.length), size])).toEqual([
      ['a.txt', 5],
      ['empty.txt', 0],
    ])
    ;(await me.tusPatch(`${dir}/a.txt`, 5, ' again')).expect(204)
    expect(await me.read(`${dir}/a.txt`)).toBe('hello again')
  })

  it('leaves a file alone that somebody else put there', async () => {
    ;(await me.tusBegin(`${dir}/a.txt`, null)).expect(201)
    ;(await me.tusPatch(`${dir}/a.txt`, 0, 'mine')).expect(204)
    expect(await me.read(`${dir}/a.txt`)).toBe('mine')
    ;(await me.save(`${dir}/a.txt`, 'theirs')).expect(200)
    ;(await me.tusPatch(`${dir}/a.txt`, 4, ' more')).expect(404, 409)
    expect(await me.read(`${dir}/a.txt`)).toBe('theirs')
  })
})

// What is no longer needed is removed after the answer.
it('finished uploads leave nothing in the system bucket', async () => {
  expect(await soon(leftovers, (keys) => keys.length === 0)).toEqual([])
})

describe('C7: what is not supported here', () => {
  it('includes other versions of tus: the answer names the supported one', async () => {
    const methods = ['POST', 'HEAD', 'PATCH', 'DELETE']
    const paths = ['/api/tus/c7.bin', '/api/tus/c7.bin?override=true']
    const asked = paths.flatMap((path) => methods.map((method) => ({ method, path })))
    for (const { method, path } of asked) {
      for (const version of ['0.2.2', '2.0.0', '1.0', '']) {
        const chunk = { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' }
        const headers = { 'Tus-Resumable': version, 'Upload-Length': '5', ...chunk }
        const answer = await me.client.send(method, path, { headers, ...(method === 'PATCH' && { body: 'hello' }) })
        expect([method, version, answer.status, answer.headers['tus-version']]).toEqual([method, version, 412, '1.0.0'])
      }
    }
    ;(await me.info('/c7.bin')).expect(404)
    // A request that names no version is accepted.
    ;(await me.client.post('/api/tus/c7.bin', undefined, { headers: { 'Upload-Length': '5' } })).expect(201)
    ;(await me.tusDelete('/c7.bin')).expect(204)
  })

  it('includes concatenation and checksums of chunks: they have no effect', async () => {
    for (const concat of ['partial', 'final;/api/tus/a /api/tus/b']) {
      ;(await me.tusBegin('/c7.bin', 5, {}, { 'Upload-Concat': concat })).expect(400)
    }
    ;(await me.tusHead('/c7.bin')).expect(404)
    ;(await me.tusBegin('/c7.bin', 5)).expect(201)
    const checksums: Record<string, string>[] = [
      { 'Upload-Checksum': 'sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=' },
      { Trailer: 'Upload-Checksum', 'Transfer-Encoding': 'chunked' },
    ]
    for (const headers of checksums) {
      ;(await me.tusPatch('/c7.bin', 0, 'hello', { headers })).expect(400)
    }
    expect((await me.tusHead('/c7.bin')).expect(200).headers['upload-offset']).toBe('0')
    ;(await me.tusPatch('/c7.bin', 0, 'hello')).expect(204)
    expect(await me.read('/c7.bin')).toBe('hello')
  })
})
