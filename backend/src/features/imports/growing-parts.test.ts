import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { AppError } from '../../lib/app-error.ts'
import type { Part } from '../../storage/types.ts'
import { growingPartSize, putGrowing } from './growing-parts.ts'

const PART = growingPartSize(0)
const CONTENT = randomBytes(4 * PART + 5)
const { signal } = new AbortController()

let folder: string
let source: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'nido-growing-'))
  source = path.join(folder, 'file')
  await writeFile(source, CONTENT)
})
afterAll(() => rm(folder, { recursive: true }))

/** An upload whose parts end when they are told to. */
function openUpload() {
  const began: number[] = []
  const gates = Array.from({ length: 6 }, () => Promise.withResolvers<void>())
  const bytes = new Map<number, Buffer>()
  let under = 0
  return {
    began,
    gates,
    bytes,
    /** How many parts were under way at a time. */
    most: 0,
    async put(number: number, body: Buffer, length: number): Promise<Part> {
      began.push(number)
      under += 1
      this.most = Math.max(this.most, under)
      await gates[number]?.promise
      under -= 1
      bytes.set(number, Buffer.from(body))
      return { number, size: length, etag: String(number) }
    },
  }
}

/** Reading a part takes several turns of the event loop. */
async function soon(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turn()
}

describe('a file that grows', () => {
  it('goes up in two parts at a time, which come in order', async () => {
    const upload = openUpload()
    const all = putGrowing({ upload, source, size: CONTENT.length, isThere: async () => undefined, signal })
    await soon(() => upload.began.length === 2)
    upload.gates[2]?.resolve()
    await soon(() => upload.bytes.has(2))
    for (const gate of upload.gates) gate.resolve()
    expect(upload.began.toSorted()).toEqual([1, 2])
    expect((await all).map(({ number, size }) => [number, size])).toEqual([
      [1, PART],
      [2, PART],
      [3, PART],
      [4, PART],
      [5, 5],
    ])
    const whole = Buffer.concat([1, 2, 3, 4, 5].map((number) => upload.bytes.get(number) ?? Buffer.alloc(0)))
    expect(whole.equals(CONTENT)).toBe(true)
    expect(upload.most).toBe(2)
  })

  it('goes on behind the parts that are up', async () => {
    const upload = openUpload()
    for (const gate of upload.gates) gate.resolve()
    const before = [1, 2, 3].map((number) => ({ number, size: PART, etag: 'before' }))
    const wanted: number[] = []
    const isThere = async (bytes: number) => void wanted.push(bytes)
    const parts = await putGrowing({ upload, source, size: CONTENT.length, before, isThere, signal })
    expect(parts.map(({ etag }) => etag)).toEqual(['before', 'before', 'before', '4', '5'])
    expect(wanted).toEqual([4 * PART, CONTENT.length])
  })

  it('that fails is told though the rest of it has not come, but not before its parts have ended', async () => {
    const upload = openUpload()
    const isThere = (bytes: number) => (bytes > 2 * PART ? new Promise<void>(() => undefined) : Promise.resolve())
    let told: unknown
    const all = putGrowing({ upload, source, size: CONTENT.length, isThere, signal }).catch((error: unknown) => {
      told = error
    })
    await soon(() => upload.began.length === 2)
    const failure = new AppError('forbidden', 'no longer')
    upload.gates[1]?.reject(failure)
    for (let turns = 0; turns < 20; turns += 1) await turn()
    expect(told).toBeUndefined()
    upload.gates[2]?.resolve()
    await all
    expect(told).toBe(failure)
  })
})
