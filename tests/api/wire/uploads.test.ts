// api-contract 6, by plain calls and by tus-js-client itself, as Node programs use it: with its default of one request
// at a time, retries, and resuming after a break.
import { randomBytes } from 'node:crypto'
import net from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { type DetailedError, Upload, type UploadOptions } from 'tus-js-client'
import { dir, me, world } from './own-world.ts'
import { type Asked } from './wire.ts'

const MIB = 1024 * 1024
const CHUNK = { 'Content-Type': 'application/offset+octet-stream', 'Tus-Resumable': '1.0.0' }

const tus = (method: string, name: string, headers: Record<string, string> = {}, asked: Asked = {}) =>
  me.call(`${method} /api/tus/${dir}/${name}`, { ...asked, headers: { 'Tus-Resumable': '1.0.0', ...headers } })
const patch = (name: string, offset: number | string, body: string | Buffer, headers: Record<string, string> = CHUNK) =>
  tus('PATCH', name, { ...headers, 'Upload-Offset': String(offset) }, { body })
const read = async (name: string) => (await me.call(`GET /api/raw/${dir}/${name}`)).bytes

describe('6 by plain calls', () => {
  it('starts, reports its offset, takes chunks, and is an ordinary file at the end', async () => {
    const begun = await tus('POST', 'deep/a%20b.txt?override=false', { 'Upload-Length': '10' })
    expect([begun.status, begun.headers.get('location')]).toEqual([201, `/api/tus/${dir}/deep/a%20b.txt`])
    expect(Date.parse(begun.headers.get('upload-expires') ?? '')).toBeGreaterThan(Date.now())
    const head = await tus('HEAD', 'deep/a%20b.txt?override=false')
    expect([
      head.status,
      ...['upload-offset', 'upload-length', 'cache-control'].map((name) => head.headers.get(name)),
    ]).toEqual([200, '0', '10', 'no-store'])
    const first = await patch('deep/a%20b.txt?override=false', 0, '01234')
    expect([first.status, first.headers.get('upload-offset'), first.bytes.length]).toEqual([204, '5', 0])
    expect(await me.status(`GET /api/raw/${dir}/deep/a%20b.txt`)).toBe(404)
    expect((await patch('deep/a%20b.txt', 5, '56789')).headers.get('upload-offset')).toBe('10')
    expect((await read('deep/a%20b.txt')).toString()).toBe('0123456789')
    expect([(await tus('HEAD', 'deep/a%20b.txt')).status, (await patch('deep/a%20b.txt', 10, 'x')).status]).toEqual([
      404, 404,
    ])
    for (const { headers } of [begun, head, first])
      expect([...headers.keys()].filter((name) => name.startsWith('tus-'))).toEqual([])
  })

  it('without a length grows with each chunk, and is complete after each', async () => {
    expect((await tus('POST', 'grows')).status).toBe(201)
    expect((await tus('HEAD', 'grows')).headers.get('upload-length')).toBe('-1')
    expect((await patch('grows', 0, 'one ')).status).toBe(204)
    expect((await read('grows')).toString()).toBe('one ')
    expect((await patch('grows', 4, 'two')).status).toBe(204)
    expect((await read('grows')).toString()).toBe('one two')
  })

  it('of nothing is a finished empty file', async () => {
    expect((await tus('POST', 'empty', { 'Upload-Length': '0' })).status).toBe(201)
    expect([(await read('empty')).length, await me.status(`GET /api/raw/${dir}/empty`)]).toEqual([0, 200])
  })

  it('is refused for existing files, bad lengths and missing permissions', async () => {
    expect(await me.status(`POST /api/resources/${dir}/there`, { body: 'old' })).toBe(200)
    expect(await me.status(`POST /api/resources/${dir}/folder/`)).toBe(200)
    expect((await tus('POST', 'there', { 'Upload-Length': '3' })).status).toBe(409)
    expect((await tus('POST', 'there?override=true', { 'Upload-Length': '3' })).status).toBe(201)
    expect((await read('there')).toString()).toBe('old')
    expect((await patch('there', 0, 'new')).status).toBe(204)
    expect((await read('there')).toString()).toBe('new')
    expect([400, 409]).toContain((await tus('POST', 'folder?override=true', { 'Upload-Length': '3' })).status)
    for (const length of ['-1', 'ten', '1.5', ''])
      expect([length, (await tus('POST', 'bad', { 'Upload-Length': length })).status]).toEqual([length, 400])
    expect(await me.status(`GET /api/resources/${dir}/bad`)).toBe(404)
    const looker = await world.person({ perm: { create: false } })
    expect(await looker.status('POST /api/tus/a', { headers: { 'Upload-Length': '1' } })).toBe(403)
    const maker = await world.person({ perm: { modify: false } })
    expect(await maker.status('POST /api/resources/a', { body: 'x' })).toBe(200)
    expect(await maker.status('POST /api/tus/a?override=true', { headers: { 'Upload-Length': '1' } })).toBe(403)
  })

  it('refuses chunks in the order of the contract, and nothing changes', async () => {
    expect((await tus('POST', 'a', { 'Upload-Length': '10' })).status).toBe(201)
    expect((await patch('a', 0, '01234')).status).toBe(204)
    expect((await patch('a', 5, 'x', { 'Content-Type': 'text/plain' })).status).toBe(415)
    for (const offset of ['', '-1', 'five'])
      expect([offset, (await patch('a', offset, 'x')).status]).toEqual([offset, 400])
    expect((await patch('none', 0, 'x')).status).toBe(404)
    expect((await patch('a', 11, 'x')).status).toBe(400)
    expect((await patch('a', 3, 'x')).status).toBe(409)
    expect((await patch('a', 5, 'more than is left')).status).toBe(413)
    expect((await tus('HEAD', 'a')).headers.get('upload-offset')).toBe('5')
  })

  it('is given up by the person who started it, and the name is free', async () => {
    expect((await tus('POST', 'a', { 'Upload-Length': '10' })).status).toBe(201)
    expect((await tus('DELETE', 'a')).status).toBe(204)
    expect([(await tus('DELETE', 'a')).status, (await tus('HEAD', 'a')).status]).toEqual([404, 404])
    expect(await me.status(`POST /api/resources/${dir}/a`, { body: 'x' })).toBe(200)
  })
})

/** A proxy before the site that cuts a connection once, after this many bytes from the client. */
async function openBreakingDoor(cutAfter: number) {
  const to = new URL(world.site.urls[0] ?? '')
  let hasCut = false
  const door = net.createServer((client) => {
    const server = net.connect({ host: to.hostname, port: Number(to.port) })
    let sent = 0
    client.on('data', (bytes) => {
      sent += bytes.length
      if (hasCut || sent < cutAfter) return void server.write(bytes)
      hasCut = true
      client.destroy()
      server.destroy()
    })
    server.pipe(client)
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  const { port } = door.address() as net.AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    hasCut: () => hasCut,
    close: () => new Promise((resolve) => door.close(resolve)),
  }
}

describe('6 by tus-js-client', () => {
  /** Runs an upload to its end, or stops it after `stopAfter` bytes. */
  const run = (body: Buffer, options: Partial<UploadOptions>, stopAfter = Infinity): Promise<Upload> =>
    new Promise((resolve, reject) => {
      const upload: Upload = new Upload(body, {
        retryDelays: null,
        headers: { 'X-Auth': me.token },
        storeFingerprintForResuming: false,
        onSuccess: () => resolve(upload),
        onError: reject,
        onChunkComplete: (_, sent) => {
          if (sent >= stopAfter) void upload.abort().then(() => resolve(upload), reject)
        },
        ...options,
      })
      upload.start()
    })
  const address = (name: string, url = world.site.urls[0]) => `${url}/api/tus/${dir}/${name}`

  it('starts at the address of the file and sends it in chunks', async () => {
    const body = randomBytes(7 * MIB + 5)
    const told: number[] = []
    const upload = await run(body, {
      endpoint: address('a.bin?override=false'),
      chunkSize: 2 * MIB,
      onProgress: (sent) => told.push(sent),
    })
    expect([upload.url, told.at(-1)]).toEqual([address('a.bin'), body.length])
    expect((await read('a.bin')).equals(body)).toBe(true)
  })

  it('sends a whole file in one chunk, an empty one too', async () => {
    const body = randomBytes(MIB)
    await run(body, { endpoint: address('whole.bin') })
    await run(Buffer.alloc(0), { endpoint: address('empty.bin') })
    expect([(await read('whole.bin')).equals(body), (await read('empty.bin')).length]).toEqual([true, 0])
  })

  it('sends to an upload that was started by a call without a length', async () => {
    const body = randomBytes(3 * MIB)
    expect((await tus('POST', 'begun.bin?override=false')).status).toBe(201)
    await run(body, { uploadUrl: address('begun.bin?override=false'), chunkSize: MIB })
    expect((await read('begun.bin')).equals(body)).toBe(true)
  })

  it('continues where it stopped, from a new client on the other replica', async () => {
    const body = randomBytes(6 * MIB)
    const stopped = await run(body, { endpoint: address('resumed.bin'), chunkSize: MIB }, 3 * MIB)
    const offset = Number((await tus('HEAD', 'resumed.bin')).headers.get('upload-offset'))
    expect(offset).toBeGreaterThanOrEqual(3 * MIB)
    expect(stopped.url).toBe(address('resumed.bin'))
    const told: number[] = []
    await run(body, {
      uploadUrl: address('resumed.bin', world.site.urls.at(-1)),
      chunkSize: MIB,
      onProgress: (sent) => told.push(sent),
    })
    expect([Math.min(...told) >= offset, (await read('resumed.bin')).equals(body)]).toEqual([true, true])
  })

  it('retries by itself when the connection breaks in a chunk', async () => {
    const door = await openBreakingDoor(3 * MIB)
    const body = randomBytes(8 * MIB)
    await run(body, {
      endpoint: address('broken.bin', door.url),
      chunkSize: 4 * MIB,
      retryDelays: [0, 10, 100, 1000, 1000, 1000],
    })
    expect([door.hasCut(), (await read('broken.bin')).equals(body)]).toEqual([true, true])
    await door.close()
  })

  it('sends five files at once', async () => {
    const bodies = Array.from({ length: 5 }, () => randomBytes(2 * MIB))
    await Promise.all(
      bodies.map((body, number) =>
        run(body, {
          endpoint: address(`five-${number}.bin`, world.site.urls[number % world.site.urls.length]),
          chunkSize: MIB,
        }),
      ),
    )
    for (const [number, body] of bodies.entries()) expect((await read(`five-${number}.bin`)).equals(body)).toBe(true)
  })

  it('reports a refusal, and cancels an upload', async () => {
    expect(await me.status(`POST /api/resources/${dir}/there`, { body: 'x' })).toBe(200)
    const error = await run(randomBytes(10), { endpoint: address('there?override=false') }).catch(
      (thrown: unknown) => thrown,
    )
    expect((error as DetailedError).originalResponse?.getStatus()).toBe(409)
    const upload = await run(randomBytes(2 * MIB), { endpoint: address('back.bin'), chunkSize: MIB }, MIB)
    await upload.abort(true)
    expect((await tus('HEAD', 'back.bin')).status).toBe(404)
  })
})
