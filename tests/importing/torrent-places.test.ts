// A torrent that nobody has makes room for others: with a real swarm, and a real worker's queue over a real database.
import { randomBytes, randomUUID } from 'node:crypto'
import { access, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import mongoose, { type Connection } from 'mongoose'
import { pino } from 'pino'
import { ChangeCounters } from '../../backend/src/database/change-counters.ts'
import { Attention } from '../../backend/src/lib/attention.ts'
import { DatabaseLeases } from '../../backend/src/database/leases.ts'
import type { TorrentProgress } from '../../backend/src/features/imports/torrents/kept.ts'
import { TORRENT_FILE } from '../../backend/src/features/imports/torrents/messages.ts'
import { jobModel } from '../../backend/src/jobs/model.ts'
import { JobQueue } from '../../backend/src/jobs/queue.ts'
import { JobRunner } from '../../backend/src/jobs/runner.ts'
import type { Job, JobWork } from '../../backend/src/jobs/types.ts'
import { createMetrics } from '../../backend/src/lib/metrics.ts'
import { useServers, type Servers } from '../helpers/servers.ts'
import { happens } from '../helpers/until.ts'
import { noise, type SeededTorrent, sha256, startSwarm, type Swarm } from './swarm.ts'
import { createHouseWork, type HouseWork } from './torrent-house.ts'

const KIB = 1024
const IDLE_MS = 2_000
const log = pino({ level: 'silent' })
const now = () => Date.now()

jest.setTimeout(120_000)

let servers: Servers & { stop?: () => Promise<void> }
let database: Connection
let swarm: Swarm
let folder: string
let house: HouseWork
const torrents = new Map<string, Buffer>()

beforeAll(async () => {
  ;[servers, swarm] = await Promise.all([useServers(), startSwarm()])
  folder = await mkdtemp(path.join(os.tmpdir(), 'nido-places-'))
  const folders = { house: path.join(folder, 'house'), scratch: path.join(folder, 'scratch') }
  const times = { idle: IDLE_MS }
  house = createHouseWork(folders, torrents, { isSearching: false, times })
  database = await mongoose.createConnection(`${servers.mongoUrl}/places-${randomBytes(5).toString('hex')}`).asPromise()
})
afterAll(async () => {
  await database.dropDatabase()
  await database.close()
  await swarm.stop()
  await servers.stop?.()
  await rm(folder, { recursive: true, force: true })
})

/** A queue, and a worker that does one job at a time. */
async function openQueue() {
  const model = jobModel(database)
  const changeCounters = new ChangeCounters(database, log, { now })
  await changeCounters.start()
  const queue = new JobQueue({ model, changeCounters, now, keptMs: 3_600_000, keptMost: 10 })
  const runner = new JobRunner({
    model,
    works: [house.work as unknown as JobWork<never, never>],
    limits: async () => ({ running: 1, each: 1 }),
    onDone: async () => undefined,
    leases: new DatabaseLeases(database, now),
    changeCounters,
    attention: new Attention(),
    metrics: createMetrics(),
    log,
    now,
    newId: randomUUID,
  })
  runner.start()
  const add = async (id: string, { bytes }: SeededTorrent) => {
    torrents.set(id, bytes)
    const source = { file: id, magnet: null, wanted: null, inOrder: false, trackers: null }
    const input = { name: id, shownSource: id, target: '', source }
    await queue.add([{ _id: id, kind: 'torrent', owner: 1, input }])
  }
  const stop = async () => {
    await runner.stop()
    await changeCounters.stop()
  }
  const isA = async (id: string, state: Job['state']) => (await queue.find(id))?.state === state
  return { queue, add, isA, stop }
}

it('a torrent that nobody has makes room for one that waits, and comes later', async () => {
  const made = (name: string) => ({
    name,
    pieceLength: 16 * KIB,
    files: [{ path: [], bytes: noise(512 * KIB) }],
  })
  const [lonely, other] = [await swarm.seed(made('Lonely'), false), await swarm.seed(made('Other'))]
  const { queue, add, isA, stop } = await openQueue()
  const find = async (id: string) => (await queue.find(id)) as Job<unknown, TorrentProgress> | null
  try {
    await add('lonely', lonely)
    await happens(async () => (await find('lonely'))?.progress?.phase === 'downloading', 'it looks for peers')
    // It takes a while, so that the other one is seen to wait meanwhile.
    swarm.limit(128 * KIB)
    await add('other', other)
    await happens(() => isA('other', 'running'), 'the other one has its place', 60_000)
    expect(await find('lonely')).toMatchObject({ state: 'waiting', failure: { code: 'noPeers' }, ended: null })
    await access(path.join(folder, 'scratch', 'lonely', TORRENT_FILE))
    await swarm.obeyed({ seed: lonely.paths }, (news): news is { seeding: string } => 'seeding' in news)
    swarm.limit(null)
    for (const id of ['other', 'lonely']) await happens(() => isA(id, 'done'), `${id} has come`, 60_000)
    expect((await find('lonely'))?.failure).toBeNull()
    for (const { files, name } of [
      { ...lonely, name: 'Lonely' },
      { ...other, name: 'Other' },
    ]) {
      const landed = await readFile(house.fileOf(`/TORRENTS/${name}/${name}`))
      expect(sha256(landed)).toBe(sha256(files[0]?.bytes ?? Buffer.alloc(0)))
    }
  } finally {
    await stop()
  }
})
