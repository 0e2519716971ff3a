// Clients that break off an upload at any moment, through any call.
import http from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { placeOfScope } from '../../backend/src/storage/paths.ts'
import type { Client } from '../helpers/client.ts'
import { startNido, type Nido } from '../helpers/nido.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { soon } from '../helpers/until.ts'

const MB = 1_000_000
const LENGTHS = [1_000, 800_000, 5 * MB, 40 * MB, 100 * MB, null]
const SENT = [1, 400_000, 6 * MB]
const AFTER_MS = [0, 5, 50]

let nido: Nido
let s3: PlainS3
let person: Client
beforeAll(async () => {
  nido = await startNido({ replicas: 1 })
  s3 = openS3(nido.servers)
  person = await nido.makePerson()
})
afterAll(async () => {
  s3.close()
  await nido.stop()
})

interface Broken {
  method: string
  path: string
  length: number | null
  sent: number
  afterMs: number
  headers?: Record<string, string>
}

/** Sends part of a body and drops the connection. */
function breakOff({ method, path, length, sent, afterMs, headers }: Broken): Promise<void> {
  const { hostname, port } = new URL(nido.urls[0] ?? '')
  return new Promise((resolve) => {
    const size: Record<string, string> =
      length === null ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': String(length) }
    const request = http.request(
      { hostname, port, method, path, headers: { 'X-Auth': person.token, ...size, ...headers } },
      (answer) => answer.resume(),
    )
    request.on('error', () => undefined).on('close', resolve)
    request.write(Buffer.alloc(sent), () => setTimeout(() => request.destroy(), afterMs))
  })
}

const cases = LENGTHS.flatMap((length) =>
  SENT.flatMap((sent) => AFTER_MS.map((afterMs) => ({ length, sent, afterMs }))),
).filter(({ length, sent }) => length === null || sent < length)

describe('uploads that break off', () => {
  it('crash no process, replace no file and leave none, by POST and PUT', async () => {
    ;(await person.post('/api/resources/kept.bin?override=true', 'kept')).expect(200)
    for (const [number, one] of cases.entries()) {
      await Promise.all([
        breakOff({ ...one, method: 'POST', path: `/api/resources/new-${number}.bin` }),
        breakOff({ ...one, method: 'POST', path: '/api/resources/kept.bin?override=true' }),
        breakOff({ ...one, method: 'PUT', path: '/api/resources/kept.bin' }),
      ])
    }
    expect(nido.replicas[0]?.isRunning()).toBe(true)
    const { bucket } = placeOfScope(nido.bucketPrefix, person.scope)
    expect(
      await soon(
        () => s3.unfinished(bucket),
        (left) => left.length === 0,
      ),
    ).toEqual([])
    expect((await s3.list(bucket)).map(({ key }) => key)).toEqual(['kept.bin'])
    expect((await person.get('/api/raw/kept.bin')).expect(200).text).toBe('kept')
  })

  it('crash no process, and continue where HEAD says, by tus', async () => {
    for (const [number, one] of cases.filter(({ length }) => length !== null).entries()) {
      const path = `/api/tus/tus-${number}.bin`
      ;(
        await person.post(path, undefined, {
          headers: { 'Tus-Resumable': '1.0.0', 'Upload-Length': String(one.length) },
        })
      ).expect(201)
      await breakOff({
        ...one,
        method: 'PATCH',
        path,
        headers: { 'Tus-Resumable': '1.0.0', 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
      })
      const offset = Number(
        (await person.head(path, { headers: { 'Tus-Resumable': '1.0.0' } })).expect(200).headers['upload-offset'],
      )
      expect(offset).toBeGreaterThanOrEqual(0)
      expect(offset).toBeLessThanOrEqual(one.sent)
      ;(await person.delete(path, { headers: { 'Tus-Resumable': '1.0.0' } })).expect(204)
    }
    expect(nido.replicas[0]?.isRunning()).toBe(true)
  })

  it('are no errors in the log', () => {
    expect(
      nido.replicas[0]?.log.filter((line) => line.includes('"level":"error"') || line.includes('"level":"fatal"')),
    ).toEqual([])
  })
})
