// Files that are made to harm their parsers. The harm must stay within a child (group B).
import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { heicOfSizes, planarTiff, svgWith } from '../../helpers/hostile-files.ts'
import { inMiB, measure, MIB } from '../../helpers/memory.ts'
import { startNido, type Nido } from '../../helpers/nido.ts'
import { openS3, type PlainS3 } from '../../helpers/s3.ts'
import { bucketOf, filesOf, type PersonsFiles } from '../files-client.ts'
import { watched, watchProcesses } from './watched.ts'

/** How far the API may grow. */
const MOST = 150 * MIB
/** The most resident memory that a child may have: its own limit, plus what it shares with the API. */
const CHILD_MOST = 330 * MIB
const EVERY_MS = 20

let nido: Nido
let s3: PlainS3
let one: PersonsFiles
beforeAll(async () => {
  nido = await startNido({ replicas: 1, isWatched: true })
  s3 = openS3(nido.servers)
  one = filesOf(await nido.makePerson())
  await watchProcesses(nido.watched)
})
afterAll(async () => {
  s3.close()
  await nido.stop()
})

const put = (name: string, body: Buffer | string) => s3.put(bucketOf(nido.bucketPrefix, one), name, body)
const thumb = (name: string) => one.client.get(`/api/preview/thumb/${name}?render=true`)

/** The maximum resident memory, while work runs, of any process that the API started, directly or not. In bytes. */
async function mostOfChildren(work: () => Promise<void>): Promise<number> {
  const ours = new Set(nido.replicas.map(({ pid }) => pid))
  let most = 0
  const look = () => {
    const all = execFileSync('ps', ['-eo', 'pid=,ppid=,rss='], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
    for (const [, parent = 0, kib = 0] of all) if (ours.has(parent)) most = Math.max(most, kib * 1024)
  }
  const watch = setInterval(look, EVERY_MS)
  await work().finally(() => clearInterval(watch))
  return most
}

describe('a picture', () => {
  it(
    "B1: with separate colour planes takes no memory of the API, and a bounded amount of a child's",
    watched(async () => {
      await put('b1.tiff', planarTiff(9_984, 16))
      await put('b1-less.tiff', planarTiff(9_300))
      let growth = 0
      const children = await mostOfChildren(async () => {
        ;({ growth } = await measure(nido.replicas, async () => {
          ;(await thumb('b1.tiff')).expect(413)
          ;(await thumb('b1-less.tiff')).expect(200, 413, 415)
        }))
      })
      expect([growth < MOST || inMiB(growth), children < CHILD_MOST || inMiB(children)]).toEqual([true, true])
    }),
  )

  it(
    'B2: that takes seconds to measure keeps nobody waiting',
    watched(async () => {
      await put('b2.heic', heicOfSizes(22_000, 70_000))
      await one.given({ 'b2.txt': 'quick' })
      const state = { isOver: false }
      const answer = one.info('/b2.heic').finally(() => {
        state.isOver = true
      })
      let longest = 0
      const began = performance.now()
      while (!state.isOver) {
        const asked = performance.now()
        expect(await one.read('/b2.txt')).toBe('quick')
        longest = Math.max(longest, performance.now() - asked)
      }
      const took = performance.now() - began
      ;(await answer).expect(200)
      // A blocked request would take nearly all of that time.
      expect(took < 1000 || longest < took / 2 || { longest, took }).toBe(true)
    }),
  )

  it(
    "B6: of vectors that contains large pictures takes a bounded amount of a child's memory",
    watched(async () => {
      const png = await sharp({ create: { width: 8000, height: 8000, channels: 3, background: '#963' } })
        .png({ palette: true })
        .toBuffer()
      await put('b6-1.svg', svgWith(png, 3))
      await put('b6-2.svg', svgWith(png, 4))
      const most = await mostOfChildren(async () => {
        for (const answer of await Promise.all([thumb('b6-1.svg'), thumb('b6-2.svg')])) answer.expect(200, 413, 415)
      })
      expect(most < CHILD_MOST || inMiB(most)).toBe(true)
      await put(
        'b6.png',
        await sharp({ create: { width: 20, height: 20, channels: 3, background: '#963' } })
          .png()
          .toBuffer(),
      )
      ;(await thumb('b6.png')).expect(200)
    }),
  )
})
