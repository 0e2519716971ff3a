import { Readable } from 'node:stream'
import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from '@jest/globals'
import { AppError } from '../../lib/app-error.ts'
import type { TusCall } from './call.ts'
import type { Chunks } from './chunks.ts'
import { UNKNOWN_LENGTH, type UploadRecord } from './record.ts'
import { UploadStore } from './store.ts'
import { createProtocol } from './tus.ts'

const MIB = 1024 * 1024
const CHUNK = { 'Content-Type': 'application/offset+octet-stream' }

/** The protocol before chunks that are only counted. `take`: what becomes of one, and the part size it was told. */
function protocolWith(take: (call: TusCall, partSize: number) => Promise<number> = async ({ offset }) => offset) {
  const nothing = async () => undefined
  const chunks = { begin: nothing, declareLength: nothing, take, discard: nothing } as unknown as Chunks
  const lock = { lock: nothing, unlock: nothing }
  return createProtocol(new UploadStore(chunks), { lockerOf: () => ({ newLock: () => lock }) })
}

const recordOf = (fields: Partial<UploadRecord>) => ({ length: 10, offset: 0, ...fields }) as UploadRecord

function callOf(
  method: TusCall['method'],
  headers: Record<string, string> = {},
  record: UploadRecord | null = recordOf({}),
): TusCall {
  const request = Readable.from([]) as unknown as IncomingMessage
  const owner = `call-${Math.random()}`
  return {
    method,
    headers,
    id: 'id',
    owner,
    lease: { owner, isHeld: false },
    record,
    request,
    body: null,
    offset: record?.offset ?? 0,
    takesBack: false,
  }
}

const refusal = (answer: Promise<unknown>) => answer.then(() => null).catch((error: AppError) => error.code)

describe('the protocol', () => {
  it.each([
    ['behind', '3', 'conflict'],
    ['ahead of', '5', 'conflict'],
    ['at', '4', null],
  ])('takes a chunk %s the offset of its upload: %s', async (_, offset, code) => {
    const call = callOf('PATCH', { ...CHUNK, 'Upload-Offset': offset }, recordOf({ offset: 4 }))
    expect(await refusal(protocolWith()(call))).toBe(code)
  })

  it('says where the upload is when a chunk begins elsewhere', async () => {
    const call = callOf('PATCH', { ...CHUNK, 'Upload-Offset': '3' }, recordOf({ offset: 4 }))
    await expect(protocolWith()(call)).rejects.toThrow('the offset of the upload is 4')
  })

  it('refuses a chunk that is longer than what is missing, before any of it is read', async () => {
    let taken = 0
    const speak = protocolWith(async () => (taken += 1))
    const headers = { ...CHUNK, 'Upload-Offset': '4', 'Content-Length': '7' }
    expect(await refusal(speak(callOf('PATCH', headers, recordOf({ offset: 4 }))))).toBe('tooLarge')
    expect(taken).toBe(0)
  })

  it('knows no upload where there is no record any more', async () => {
    const headers = { ...CHUNK, 'Upload-Offset': '0' }
    expect(await refusal(protocolWith()(callOf('PATCH', headers, null)))).toBe('notFound')
    expect(await refusal(protocolWith()(callOf('HEAD', {}, null)))).toBe('notFound')
  })

  it('tells how an upload stands, and nothing of the handshake', async () => {
    expect(await protocolWith()(callOf('HEAD', {}, recordOf({ offset: 4 })))).toEqual({
      status: 200,
      headers: { 'Upload-Offset': '4', 'Upload-Length': '10', 'Cache-Control': 'no-store' },
    })
    const unknown = await protocolWith()(callOf('HEAD', {}, recordOf({ length: UNKNOWN_LENGTH })))
    expect(unknown.headers).toEqual({
      'Upload-Offset': '0',
      'Upload-Defer-Length': '1',
      'Cache-Control': 'no-store',
    })
  })

  it('hands on what the store throws as it is', async () => {
    const error = new AppError('noRoom', 'full')
    const speak = protocolWith(() => Promise.reject(error))
    await expect(speak(callOf('PATCH', { ...CHUNK, 'Upload-Offset': '0' }))).rejects.toBe(error)
  })

  it('keeps calls apart that run at once for one upload', async () => {
    const speak = protocolWith(async (call) => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      return (call.record?.offset ?? 0) + 1
    })
    const at = (offset: number) =>
      speak(callOf('PATCH', { ...CHUNK, 'Upload-Offset': String(offset) }, recordOf({ offset })))
    const answers = await Promise.all([1, 5, 3].map(at))
    expect(answers.map(({ headers }) => headers['Upload-Offset'])).toEqual(['2', '6', '4'])
  })
})

describe('the parts of an upload', () => {
  it.each([
    ['of a few MiB', 20 * MIB, 20 * MIB],
    ['of a GiB', 1024 * MIB, 32 * MIB],
    ['of 5 TiB, of which 9,000 parts have to do', 5 * MIB ** 2, Math.ceil((5 * MIB ** 2) / 9_000)],
    ['of unknown length', UNKNOWN_LENGTH, 32 * MIB],
  ])('%s (%i bytes) have %i each', async (_, length, expected) => {
    const told: number[] = []
    const speak = protocolWith(async (_call, partSize) => told.push(partSize))
    await speak(callOf('PATCH', { ...CHUNK, 'Upload-Offset': '0' }, recordOf({ length })))
    expect(told).toEqual([expected])
  })
})
