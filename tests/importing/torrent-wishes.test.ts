// What the owner of a torrent wants of it while it runs: an order, other files, and that it is verified anew.
import { open, readFile, stat } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals'
import { dataFile } from '../../backend/src/features/imports/torrents/piece-store.ts'
import { happens } from '../helpers/until.ts'
import { noise, sha256, startSwarm, type Swarm } from './swarm.ts'
import { openTorrentHouse, type StartedTorrent, type TorrentHouse } from './torrent-house.ts'

const MIB = 1024 * 1024
const PIECE = 64 * 1024
/** Bytes a second at which one file of a MiB takes a second. */
const SLOW = MIB

jest.setTimeout(120_000)

let swarm: Swarm
let house: TorrentHouse

beforeAll(async () => {
  ;[swarm, house] = await Promise.all([startSwarm(), openTorrentHouse()])
})
afterEach(() => swarm.limit(null))
afterAll(async () => {
  await house.stop()
  await swarm.stop()
})

const seed = (name: string, count: number, bytes = MIB) => {
  const files = Array.from({ length: count }, (_, number) => ({ path: [`${number}.bin`], bytes: noise(bytes) }))
  return swarm.seed({ name, pieceLength: PIECE, files })
}
const namesOf = ({ landed }: StartedTorrent) => landed.map((path) => path.slice(path.lastIndexOf('/') + 1, -4))
const hasLanded = (started: StartedTorrent, count: number) =>
  happens(() => started.landed.length >= count, `${count} files`, 90_000)

it('comes in the order that was chosen, and in another one from then on', async () => {
  const torrent = await seed('Ordered', 7)
  swarm.limit(SLOW)
  const started = house.start(torrent.bytes, { source: { first: [6] } })
  await hasLanded(started, 1)
  // Those that become whole at about the same time may land in any order.
  expect(namesOf(started).slice(0, 2)).toContain('6')
  started.want({ first: [5, 4] })
  expect(await started.job.ended).toBeNull()
  const order = namesOf(started)
  expect(order.toSorted()).toEqual(['0', '1', '2', '3', '4', '5', '6'])
  expect(order.indexOf('5')).toBeLessThan(order.indexOf('3'))
  expect(order.indexOf('4')).toBeLessThan(order.indexOf('3'))
})

it('brings other files when these are chosen, and no more', async () => {
  const torrent = await seed('Chosen anew', 6)
  swarm.limit(SLOW)
  const started = house.start(torrent.bytes, { source: { wanted: [0, 1, 2, 3] } })
  await hasLanded(started, 1)
  started.want({ wanted: [0, 5] })
  expect(await started.job.ended).toBeNull()
  expect(namesOf(started)).toEqual(expect.arrayContaining(['0', '5']))
  expect(namesOf(started)).not.toContain('3')
  expect(namesOf(started)).not.toContain('4')
  expect(started.job.progress).toMatchObject({ total: 2 * MIB, downloaded: 2 * MIB, files: 2 })
  for (const [index, path] of started.landed.entries())
    expect(sha256(await readFile(started.fileOf(path)))).toBe(
      sha256(torrent.files[Number(namesOf(started)[index])]?.bytes ?? Buffer.alloc(0)),
    )
})

it('is verified anew, and what is broken comes again', async () => {
  const torrent = await seed('Broken', 1, 6 * MIB)
  const file = torrent.files[0]?.bytes ?? Buffer.alloc(0)
  swarm.limit(2 * SLOW)
  const started = house.start(torrent.bytes)
  await happens(
    () => started.job.told.at(-1)?.downloaded !== undefined && started.job.progress.downloaded > MIB,
    'some',
  )
  const data = dataFile(started.scratch, 0)
  const handle = await open(data, 'r+')
  await handle.write(noise(PIECE), 0, PIECE, 0)
  await handle.close()
  expect((await stat(data)).size).toBeGreaterThan(MIB)
  const before = started.job.told.length
  started.want({ checks: 1 })
  expect(await started.job.ended).toBeNull()
  const later = started.job.told.slice(before)
  expect(later.map(({ phase }) => phase)).toContain('checking')
  expect(later.some(({ checked }) => typeof checked === 'number')).toBe(true)
  expect(sha256(await readFile(started.fileOf(started.landed[0] ?? '')))).toBe(sha256(file))
})
