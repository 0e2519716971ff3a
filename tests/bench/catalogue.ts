// The index of a household alone: feeds it generated listings of any number of objects, and measures memory and time.
// OBJECTS=100000 makes it shorter. Exits with 1 if a million objects take more than 250 MB of resident memory, or any
// number more than its share.
import { createHash } from 'node:crypto'
import { environment } from '../../scripts/lib/environment.ts'
import { Catalogue } from '../../backend/src/storage/catalogue/catalogue.ts'
import { Yielding } from '../../backend/src/lib/yielding.ts'
import { inMiB, residentBytes } from '../helpers/memory.ts'

const OBJECTS = Number(environment()['OBJECTS'] ?? 1_000_000)
const MOST_RESIDENT = 250_000_000
/** The memory that an object may take by the index's own count, which nothing else in the process affects. */
const MOST_BYTES_EACH = 180
/** The number of objects in the largest folder. */
const LARGE = 10_000
const BUCKET = 'nido-bench'

const WORDS = ['holiday', 'Invoice', 'Été', 'IMG', 'contract', 'recipe', 'Müller', 'draft', 'scan', 'track']

function* keys(count: number): Generator<string> {
  for (let made = 0; made < count; made += 1) {
    const word = WORDS[made % WORDS.length] ?? ''
    const album = Math.floor(made / 40)
    yield made < LARGE
      ? `large/${word}_${String(made).padStart(7, '0')}.jpg`
      : `people/${album % 7}/${2000 + (album % 26)}/album ${album}/${word} ${String(made).padStart(7, '0')}.jpg`
  }
}

const etagOf = (number: number) => createHash('md5').update(String(number)).digest('hex')

/** The processor time so far, in milliseconds. Other load on the machine does not count. */
const processorMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

interface Timing {
  ms: number
  longest: number
  count: number
}

/** The time that a task takes, and the longest time that it blocked others. */
async function timed(run: () => Iterable<unknown>): Promise<Timing> {
  const began = processorMs()
  const turns = new Yielding()
  let [longest, count, turn] = [0, 0, began]
  for (const part of run()) {
    count += Array.isArray(part) ? part.length : 0
    longest = Math.max(longest, processorMs() - turn)
    await turns.pass()
    turn = processorMs()
  }
  const ended = processorMs()
  return { ms: ended - began, longest: Math.max(longest, ended - turn), count }
}

const say = (what: string, { ms, longest, count }: Timing) =>
  process.stdout.write(`${what}: ${ms.toFixed(1)} ms, at most ${longest.toFixed(1)} ms in one go, ${count} entries\n`)

async function main(): Promise<number> {
  const before = residentBytes(process.pid)
  const catalogue = new Catalogue(() => undefined)
  catalogue.open(BUCKET)
  const began = processorMs()
  let made = 0
  const turns = new Yielding()
  for (const key of keys(OBJECTS)) {
    catalogue.putFile(BUCKET, key, { size: 1000 + made, modified: 1_700_000_000_000 + made, etag: etagOf(made) })
    made += 1
    if (made % 100 === 0) await turns.pass()
  }
  const feeding = processorMs() - began
  globalThis.gc?.()
  const growth = residentBytes(process.pid) - before
  process.stdout.write(
    `${OBJECTS} objects: memory grew by ${inMiB(growth)}, ${Math.round(growth / OBJECTS)} bytes each ` +
      `(own account ${inMiB(catalogue.bytes)}); fed in ${Math.round(feeding)} ms\n`,
  )
  say(`listing ${LARGE}`, await timed(() => catalogue.list(BUCKET, 'large') ?? []))
  for (const term of ['0004711', 'muller', 'no-such-name'])
    say(`searching ${term}`, await timed(() => catalogue.find(BUCKET, '', [term])))
  say('searching a small folder', await timed(() => catalogue.find(BUCKET, 'people/3/2020', ['holiday'])))
  say('walking all', await timed(() => catalogue.find(BUCKET, '', [])))
  say('looking for what is gone', await timed(() => catalogue.sweep(BUCKET, '', { look: 0, isDeep: true })))
  return growth > MOST_RESIDENT || catalogue.bytes / OBJECTS > MOST_BYTES_EACH ? 1 : 0
}

process.exit(await main())
