// What people do at the same time. Each loop does one thing again and again, and notes what was acknowledged.
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Patient, PATIENCE_MS, type PatientReply } from './asking.ts'

export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const CHUNK = 1 << 20
const UPLOAD_BYTES = 2.5 * CHUNK
const POST_BYTES = 64 << 10
const FOLDER_FILES = 12
const LOOK_EVERY_MS = 1_000
const TUS_TYPE = 'application/offset+octet-stream'

/** What a loop works with. */
export interface Work {
  patient: Patient
  /** The hash of each file that was acknowledged, by its path. */
  acknowledged: Map<string, string>
  isOver(): boolean
  /** Sets the actors apart from each other. */
  name: string
}

export type Actor = (work: Work) => Promise<void>

/** @throws Error if an answer is not one of these */
function expectStatus(what: string, { status, body }: PatientReply, ...right: number[]): void {
  if (!right.includes(status)) throw new Error(`${what}: ${status} ${body.toString().slice(0, 200)}`)
}

const resource = (path: string) => `/api/resources${path}`

/** Uploads in chunks, and goes on where the server says that it is. */
export const uploading: Actor = async ({ patient, acknowledged, isOver, name }) => {
  for (let round = 0; !isOver(); round += 1) {
    const [path, bytes] = [`/${name}/${round}.bin`, randomBytes(UPLOAD_BYTES)]
    await uploadFile(patient, path, bytes)
    acknowledged.set(path, hashOf(bytes))
  }
}

async function uploadFile(patient: Patient, path: string, bytes: Buffer): Promise<void> {
  const headers = { 'Upload-Length': String(bytes.length) }
  expectStatus(`begin ${path}`, await patient.ask('POST', `/api/tus${path}?override=true`, { headers }), 201)
  for (let offset = 0; offset < bytes.length;) {
    const sent = await patient.ask('PATCH', `/api/tus${path}`, {
      headers: { 'Content-Type': TUS_TYPE, 'Upload-Offset': String(offset) },
      body: bytes.subarray(offset, offset + CHUNK),
    })
    if (sent.status === 204) offset = Number(sent.headers['upload-offset'])
    else {
      // Its last try came after one that was carried out: the server says where it is.
      if (!sent.isDoubtful) expectStatus(`chunk of ${path} at ${offset}`, sent, 204)
      const state = await patient.ask('HEAD', `/api/tus${path}`)
      if (state.status === 404 && (await isWhole(patient, path, bytes.length))) return
      expectStatus(`offset of ${path}`, state, 200)
      offset = Number(state.headers['upload-offset'])
    }
  }
}

async function isWhole(patient: Patient, path: string, size: number): Promise<boolean> {
  const { status, body } = await patient.ask('GET', resource(path))
  return status === 200 && (JSON.parse(body.toString()) as { size: number }).size === size
}

/** Uploads small files, in one request each. */
export const posting: Actor = async ({ patient, acknowledged, isOver, name }) => {
  for (let round = 0; !isOver(); round += 1) {
    const [path, bytes] = [`/${name}/${round}.txt`, randomBytes(POST_BYTES)]
    expectStatus(`POST ${path}`, await patient.ask('POST', `${resource(path)}?override=true`, { body: bytes }), 200)
    acknowledged.set(path, hashOf(bytes))
  }
}

/** Renames a folder to and fro. */
export const renaming: Actor = async ({ patient, acknowledged, isOver, name }) => {
  const contents = Array.from({ length: FOLDER_FILES }, () => randomBytes(POST_BYTES))
  let here = `/${name}/here`
  for (const [index, body] of contents.entries()) {
    const made = await patient.ask('POST', `${resource(here)}/${index}.bin?override=true`, { body })
    expectStatus(`POST ${here}/${index}.bin`, made, 200)
  }
  for (let round = 0; !isOver(); round += 1) {
    const there = `/${name}/round-${round}`
    await rename(patient, here, there)
    here = there
  }
  for (const [index, bytes] of contents.entries()) acknowledged.set(`${here}/${index}.bin`, hashOf(bytes))
}

async function rename(patient: Patient, from: string, to: string): Promise<void> {
  const query = `?action=rename&destination=${encodeURIComponent(to)}`
  const began = performance.now()
  let isDoubtful = false
  for (;;) {
    const reply = await patient.ask('PATCH', `${resource(from)}${query}`)
    isDoubtful ||= reply.isDoubtful
    // Who asks again after no answer may find it done, or on its way: another process goes on with it before long.
    const isBegun = isDoubtful && [404, 409].includes(reply.status)
    if (!isBegun) return expectStatus(`rename ${from}`, reply, 200)
    const look = await patient.ask('GET', resource(to))
    if (look.status === 200) return
    if (performance.now() - began > PATIENCE_MS) expectStatus(`look for ${to}`, look, 200)
    await sleep(LOOK_EVERY_MS)
  }
}

/** Downloads what others have uploaded, and compares it. */
export const downloading: Actor = async ({ patient, acknowledged, isOver }) => {
  while (!isOver()) {
    const known = [...acknowledged]
    const [path, hash] = known[randomInt(Math.max(known.length, 1))] ?? []
    if (path === undefined) {
      // Nothing is there yet: who looks into the folder keeps the server busy until something is.
      expectStatus('list', await patient.ask('GET', resource('/')), 200)
      continue
    }
    const reply = await patient.ask('GET', `/api/raw${path}`)
    expectStatus(`GET ${path}`, reply, 200)
    if (hashOf(reply.body) !== hash) throw new Error(`${path} has other bytes than it was given`)
  }
}
