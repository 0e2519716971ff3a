// Compares ordinary work in this checkout with the same work in another one, in turns on the same servers, as ratios of
// medians:
//   node_modules/.bin/node tests/bench/checkouts.ts OTHER_CHECKOUT [ROUNDS]
// The other checkout needs its packages installed. Lists a folder of pictures, draws thumbnails, reads subtitles.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { mapParallel } from '../../backend/src/lib/parallel.ts'
import { placeOfScope } from '../../backend/src/storage/paths.ts'
import type { Client } from '../helpers/client.ts'
import type { startNido } from '../helpers/nido.ts'
import { openS3 } from '../helpers/s3.ts'
import { startServers } from '../helpers/servers.ts'

const ROOT = path.join(import.meta.dirname, '..', '..')
const LISTED = 300
const DRAWN = 100
const FILMS = 20
const CUES = 1_500
/** Idle children end after ten seconds, so each kind of work starts without any. */
const IDLE_MS = 11_000
const PATIENCE_MS = 60_000
const PUTS_AT_ONCE = 10

const say = (line: string) => process.stdout.write(`${line}\n`)
const [other, rounds = '3'] = process.argv.slice(2)
if (other === undefined) throw new Error('Which other checkout? node tests/bench/checkouts.ts OTHER_CHECKOUT [ROUNDS]')

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 12 } },
  })
    .jpeg({ quality: 80 })
    .toBuffer()
const timeOf = (second: number) =>
  `00:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}`
const cues = Array.from(
  { length: CUES },
  (_, index) => `${index + 1}\n${timeOf(index)},000 --> ${timeOf(index)},900\nLine ${index}\n`,
)

const servers = await startServers()
const s3 = openS3(servers)
const [small, photo, subtitles] = [await noise(800, 600), await noise(3_000, 2_000), Buffer.from(cues.join('\n'))]

interface Side {
  name: string
  person: Client
  bucket: string
  stop(): Promise<void>
}

async function openSide(name: string, root: string): Promise<Side> {
  const module = (await import(pathToFileURL(path.join(root, 'tests', 'helpers', 'nido.ts')).href)) as {
    startNido: typeof startNido
  }
  const nido = await module.startNido({ servers, replicas: 1, settings: { LOG_LEVEL: 'warn' } })
  const person = await nido.makePerson()
  return { name, person, bucket: placeOfScope(nido.bucketPrefix, person.scope).bucket, stop: () => nido.stop() }
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

/** The milliseconds that each kind of work takes, in a new folder. No two files have the same bytes. */
async function work({ person, bucket }: Side, folder: string): Promise<Record<string, number>> {
  const fill = (kind: string, ending: string, count: number, body: Buffer) =>
    mapParallel(numbers(count), PUTS_AT_ONCE, (index) =>
      s3.put(
        bucket,
        `${folder}/${kind}/${index}${ending}`,
        Buffer.concat([body, Buffer.from(`\n${folder} ${index}\n`)]),
      ),
    )
  await fill('listed', '.jpg', LISTED, small)
  await fill('drawn', '.jpg', DRAWN, photo)
  await fill('films', '.srt', FILMS, subtitles)
  const get = async (address: string) => (await person.get(address)).expect(200)
  const timed = async (run: () => Promise<unknown>) => {
    await wait(IDLE_MS)
    const begun = performance.now()
    await run()
    return performance.now() - begun
  }
  const sizesKnown = async () => {
    const { items } = (await get(`/api/resources/${folder}/listed/`)).json<{ items: { resolution?: object }[] }>()
    return items.filter(({ resolution }) => resolution !== undefined).length
  }
  return {
    listing: await timed(async () => {
      for (const end = performance.now() + PATIENCE_MS; performance.now() < end && (await sizesKnown()) < LISTED;);
    }),
    thumbnails: await timed(() =>
      mapParallel(numbers(DRAWN), 6, (index) => get(`/api/preview/thumb/${folder}/drawn/${index}.jpg?render=true`)),
    ),
    subtitles: await timed(() =>
      mapParallel(numbers(FILMS), 4, (index) => get(`/api/subtitle/${folder}/films/${index}.srt`)),
    ),
  }
}

const median = (values: number[]) =>
  values.toSorted((one, two) => one - two)[Math.floor(values.length / 2)] ?? Number.NaN

const sides = [await openSide('other', path.resolve(other)), await openSide('this', ROOT)]
const taken = sides.map((): Record<string, number>[] => [])
for (const round of numbers(Number(rounds))) {
  for (const [index, side] of round % 2 === 0 ? [...sides.entries()] : [...sides.entries()].toReversed()) {
    const times = await work(side, `round-${round}`)
    taken[index]?.push(times)
    say(
      `${side.name}: ${Object.entries(times)
        .map(([kind, ms]) => `${kind} ${(ms / 1_000).toFixed(2)} s`)
        .join(', ')}`,
    )
  }
}
for (const kind of Object.keys(taken[0]?.[0] ?? {})) {
  const [before = Number.NaN, after = Number.NaN] = taken.map((all) =>
    median(all.map((times) => times[kind] ?? Number.NaN)),
  )
  say(`${kind.padEnd(10)} ${(after / before).toFixed(2)} times the other's ${(before / 1_000).toFixed(2)} s`)
}
await Promise.all(sides.map((side) => side.stop()))
s3.close()
await servers.stop()
process.exit(0)
