// Replicas whose clocks are wrong, one behind and one ahead of the storage and the database.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { StatusRecord } from '../../backend/contract/status.ts'
import type { Trash } from '../../backend/contract/trash.ts'
import { filesOf } from '../api/files-client.ts'
import { guestOf, linksOf } from '../api/links-client.ts'
import { type Nido, startNido } from '../helpers/nido.ts'
import { makePointFiles, type PointFiles } from '../helpers/point-files.ts'
import { happens } from '../helpers/until.ts'

const OFF_MS = 10_000
/** Long enough for a premature take-over: a check every 2 s, and the quiet time that has already passed. */
const LOOKS_MS = 5_000
const clockOff = (ms: number) => ({
  NODE_OPTIONS: `--import ${pathToFileURL(path.join(import.meta.dirname, '..', 'helpers', 'shifted-clock.mjs')).href}`,
  SHIFT_MS: String(ms),
})

let nido: Nido
let points: PointFiles
beforeAll(async () => {
  points = await makePointFiles()
  nido = await startNido({ replicas: 1, settings: clockOff(-OFF_MS), points: points.folder })
  await nido.addReplica(clockOff(OFF_MS))
})
afterAll(async () => {
  await nido.stop()
  await points.remove()
})

describe('A7: replicas whose clocks are wrong', () => {
  it.each([
    [0, -OFF_MS],
    [1, OFF_MS],
  ])('replica %i knows how wrong its clock is, and says so', async (replica, off) => {
    const { household } = (await (await nido.adminClient()).get('/api/status', { replica }))
      .expect(200)
      .json<StatusRecord>()
    for (const told of [household?.clocks.storage, household?.clocks.database])
      expect(Math.abs((told ?? 0) + off)).toBeLessThan(1_000)
    expect(nido.replicas[replica]?.log.some((line) => line.includes('clocks differ'))).toBe(true)
  })

  it.each([0, 1])('replica %i uploads, moves, copies, deletes and restores files', async (replica) => {
    const files = filesOf(await nido.makePerson())
    ;(await files.upload('/tree/a.txt', 'text', {}, { replica })).expect(200)
    ;(await files.rename('/tree', '/moved', {}, { replica })).expect(200, 202)
    ;(await files.copy('/moved', '/copied', {}, { replica })).expect(200, 202)
    await happens(async () => (await files.names('/')).includes('copied'), 'the copy')
    ;(await files.client.delete('/api/resources/moved', { replica })).expect(200, 202, 204)
    const [note] = (await files.client.get('/api/trash', { replica })).expect(200).json<Trash>().items
    ;(await files.client.post(`/api/trash/${note?.id}/restore`, undefined, { replica })).expect(200, 202)
    await happens(async () => (await files.names('/')).includes('moved'), 'the restore')
    expect(await files.read('/moved/a.txt')).toBe('text')
  })

  it.each([
    [0, 1],
    [1, 0],
  ])('a link of replica %i lasts as long as it says, on replica %i too', async (maker, other) => {
    const files = filesOf(await nido.makePerson())
    ;(await files.upload('/a.txt', 'text')).expect(200)
    const link = await linksOf(files.client).make('/a.txt', { expires: '7', unit: 'seconds' }, { replica: maker })
    const guest = guestOf(nido.client())
    ;(await guest.look(link.hash, '', { replica: other })).expect(200)
    ;(await guest.look(link.hash, '', { replica: maker })).expect(200)
    await happens(async () => (await guest.look(link.hash, '', { replica: other })).status === 404, 'its end')
    ;(await guest.look(link.hash, '', { replica: maker })).expect(404)
  })

  it.each([
    [0, 1],
    [1, 0],
  ])('an upload in chunks continues from replica %i to replica %i', async (first, second) => {
    const files = filesOf(await nido.makePerson())
    ;(await files.tusBegin('/known.txt', 6)).expect(201)
    ;(await files.tusPatch('/known.txt', 0, 'ab', { replica: first })).expect(204)
    ;(await files.tusPatch('/known.txt', 2, 'cd', { replica: second })).expect(204)
    ;(await files.tusPatch('/known.txt', 4, 'ef', { replica: first })).expect(204)
    expect(await files.read('/known.txt')).toBe('abcdef')
    // An upload without a length becomes a file when somebody reads it.
    ;(await files.tusBegin('/unknown.txt', null)).expect(201)
    ;(await files.tusPatch('/unknown.txt', 0, 'ab', { replica: first })).expect(204)
    ;(await files.tusPatch('/unknown.txt', 2, 'cd', { replica: second })).expect(204)
    expect(await files.read('/unknown.txt')).toBe('abcd')
  })

  it('nobody takes over a live operation', async () => {
    const files = filesOf(await nido.makePerson())
    ;(await files.upload('/tree/a.txt', 'text')).expect(200)
    for (const replica of [0, 1]) {
      const held = await points.hold('copy.version', 'held')
      const moving = files.rename('/tree', '/held', {}, { replica })
      await held.reached()
      await wait(LOOKS_MS)
      await held.release()
      ;(await moving).expect(200, 202)
      ;(await files.rename('/held', '/tree', {}, { replica })).expect(200, 202)
    }
    for (const { log } of nido.replicas) expect(log.filter((line) => line.includes('taking over'))).toEqual([])
  })
})
