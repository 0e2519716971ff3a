// The rounds of a run: several people work at once, a fault may hit the servers, and everything is checked when all is
// quiet.
import { setTimeout as wait } from 'node:timers/promises'
import { connectDatabase } from '../../backend/src/database/connection.ts'
import { unpackBody } from '../../backend/src/storage/journal-body.ts'
import { houseBucket, placeOfScope } from '../../backend/src/storage/paths.ts'
import { Difference } from './difference.ts'
import { carryOutFault, describeFault, type Fault, planFault } from './faults.ts'
import type { Figures } from './figures.ts'
import { countUnfinished, findMissing } from './keeping.ts'
import type { Options } from './options.ts'
import { Person } from './person.ts'
import { Random } from './random.ts'
import { describe } from './steps.ts'
import type { Site } from './site.ts'

const PERSONS = 3
/**
 * After this many rounds a new person starts. Otherwise names would get so many versions that the oldest are removed.
 */
const ROUNDS_OF_A_PERSON = 60
const FAULTLESS_MS = 40_000
const QUIET_MS = 120_000
const PAUSE_MS = 50

export interface Run {
  site: Site
  options: Options
  figures: Figures
  say(line: string): void
}

interface Journal {
  ops(): Promise<number>
  close(): Promise<void>
}

async function openJournal(url: string): Promise<Journal> {
  const database = await connectDatabase(url)
  return {
    ops: async () => {
      const found = await database.collection<{ _id: string; body: string }>('journal').findOne({ _id: 'journal' })
      return found ? unpackBody(found.body).ops.length : 0
    },
    close: () => database.close(),
  }
}

/** Works until the time is up. @throws Difference if the rules do not allow something */
export async function runRounds({ site, options, figures, say }: Run): Promise<void> {
  const begun = performance.now()
  const now = () => performance.now() - begun
  const journal = await openJournal(site.nido.mongoUrl)
  const quiet = () => untilQuiet(journal, now)
  const faults = new Random(`${options.seed} faults`)
  const come = async (name: string) => {
    figures.persons += 1
    return new Person({ client: await site.nido.makePerson(), name, seed: options.seed, figures, now, quiet })
  }
  let persons: Person[] = []
  try {
    for (let round = 1; now() < options.seconds * 1_000; round += 1) {
      if ((round - 1) % ROUNDS_OF_A_PERSON === 0) {
        await checkKept(site, persons, figures)
        persons = await Promise.all(
          Array.from({ length: PERSONS }, (_, index) => come(`person ${index + 1} from round ${round}`)),
        )
      }
      const hasFaults = options.hasFaults && now() > FAULTLESS_MS
      const fault = hasFaults ? planFault(faults, options.part) : null
      await playRound({ site, figures, say }, { persons, round, fault, hasFaults, random: faults })
      figures.rounds += 1
    }
    await quiet()
    await checkKept(site, persons, figures)
    figures.unfinished = await countUnfinished(site.servers, site.nido.bucketPrefix)
  } finally {
    await journal.close()
  }
}

interface Played {
  persons: Person[]
  round: number
  fault: Fault | null
  hasFaults: boolean
  random: Random
}

async function playRound(
  { site, figures, say }: Pick<Run, 'site' | 'figures' | 'say'>,
  { persons, round, fault, hasFaults, random }: Played,
): Promise<void> {
  const working = Promise.all(persons.map((person) => person.work(round, hasFaults)))
  const isHit = fault !== null && (await carryOutFault(site, fault, { round: working, random }))
  if (fault && isHit) {
    figures.countFault(
      fault.kind === 'lose' ? 'answers lost' : `${fault.kind} ${typeof fault.part === 'number' ? 'api' : fault.part}`,
    )
    say(`round ${round}: ${describeFault(fault)}`)
  }
  const answered = await working
  // A fault of the servers is answered with 503. A 500 is worth a line, and its cause another.
  for (const one of answered.flat()) if (one.status === 500) say(`round ${round}: ${describe(one)}`)
  for (const line of site.newFailures()) say(`round ${round}: ${line}`)
  await Promise.all(persons.map((person, index) => person.check(round, answered[index] ?? [], isHit)))
}

async function untilQuiet(journal: Journal, now: () => number): Promise<void> {
  let pending = -1
  for (const end = now() + QUIET_MS; now() < end; await wait(PAUSE_MS)) {
    pending = await journal.ops().catch(() => -1)
    if (pending === 0) return
  }
  throw new Difference(
    'the journal',
    [pending < 0 ? 'cannot be read' : `still has ${pending} operations after ${QUIET_MS / 1_000} s`],
    [],
  )
}

/** Searches for everything that was acknowledged. Nobody works in these people's buckets any more. */
async function checkKept(
  { servers, nido: { bucketPrefix } }: Site,
  persons: Person[],
  figures: Figures,
): Promise<void> {
  for (const { client, kept, contents, name, past } of persons) {
    const { bucket } = placeOfScope(bucketPrefix, client.scope)
    const missing = await findMissing(servers, houseBucket(bucketPrefix, 'system'), { bucket, kept, contents })
    if (missing.length > 0)
      throw new Difference(
        name,
        [`acknowledged contents that are in no version of any object: ${missing.join(' ')}`],
        past,
      )
    figures.contentsFound += kept.size
  }
}
