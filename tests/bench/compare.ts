// Measures rows at one site after another: Nido as it is, two replicas of it, a store with TLS, and one far away.
import { doWorks } from './runner.ts'
import { lineOf, machine, reportRows, type RowReport, tableOf, writeReport } from './report.ts'
import type { Results } from './results.ts'
import { ROWS } from './rows.ts'
import { openSite, type SiteOptions } from './site.ts'
import { BYTES } from './works/bytes.ts'
import { SMALL_CALLS } from './works/calls.ts'
import { FOOTPRINT } from './works/footprint.ts'
import { NAMES } from './works/names.ts'
import { REQUESTS } from './works/requests.ts'
import { TRASH } from './works/trash.ts'
import type { Work } from './works/work.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const ALL: readonly Work[] = [...TRASH, ...SMALL_CALLS, ...BYTES, ...REQUESTS, ...NAMES, ...FOOTPRINT]

const plain: SiteOptions = { store: 'near', replicas: 1, hasPeers: true }
/** What is measured at each of the other sites. */
const CORE = ['a1', 'b1', 'c1', 'c3', 'd1', 'e1', 'e2', 'g']
const ASKED = 'r1s'
const AT_REST = 'r16s'

interface Place extends SiteOptions {
  /** What is added to the ids of its rows. */
  name: string
  /** The first ids of its work; null: all there is. */
  works: readonly string[] | null
}
const PLACES: readonly Place[] = [
  { ...plain, name: '', works: null },
  { store: 'near', replicas: 2, hasPeers: false, name: '@two', works: [...CORE, ASKED, AT_REST] },
  { store: 'tls', replicas: 1, hasPeers: false, name: '@tls', works: CORE },
  { store: 'far', replicas: 1, hasPeers: false, name: '@far', works: CORE },
]
/** The few rows for a look: they show a lost index, a buffered upload, a call that asks more often. */
const QUICK = ['a1', 'b1', 'c1', ASKED, 'd1', 'e1', 'g']

export interface CompareOptions {
  name: string
  isQuick: boolean
  rounds: number
  /** After so many minutes no further round is begun. */
  minutes: number
  /** The ids of the rows to measure, such as `c1`, `c1@far` or `@far`; empty for all. */
  only: readonly string[]
  /** Where the JSON goes; '' for the usual place. */
  out: string
}

/** Measures, prints and writes the report. Answers whether no row is below its floor. */
export async function compare({ name, isQuick, rounds, minutes, only, out }: CompareOptions): Promise<boolean> {
  const places = isQuick ? [{ ...plain, hasPeers: false, name: '', works: QUICK }] : PLACES
  const until = performance.now() + minutes * 60_000
  const rows: RowReport[] = []
  const failures: string[] = []
  const missing: Record<string, string> = {}
  const began = machine()
  for (const place of places) {
    const works = ALL.filter((work) => isWanted(work, place, only))
    if (works.length === 0) continue
    const site = await openSite(place)
    Object.assign(missing, site.missing)
    const onFailure = (what: string, error: unknown) => {
      failures.push(`${what}${place.name}: ${error instanceof Error ? error.message : String(error)}`)
      say(`FAILED ${failures.at(-1)}`)
    }
    try {
      const told = (ids: readonly string[], all: Results) =>
        ids.forEach((id) => say(lineOf(id, { site: place.name, results: all })))
      const results = await doWorks(site, works, { rounds, until, onFailure, say: told })
      rows.push(...reportRows({ site: place.name, results }))
    } finally {
      await site.stop()
    }
  }
  return conclude({ rows, failures, missing, began, name, rounds, out })
}

function isWanted({ ids }: Work, { name, works }: Place, only: readonly string[]): boolean {
  const isHere = works === null || ids.some((id) => works.includes(id))
  const isAsked = (wanted: string) => {
    const [row = '', at] = wanted.split('@')
    const isPlace = name === (at === undefined ? '' : `@${at}`)
    return isPlace && (row === '' || ids.some((id) => id === row || ROWS[row]?.from.includes(id)))
  }
  return isHere && (only.length === 0 || only.some(isAsked))
}

interface Conclusion {
  rows: readonly RowReport[]
  failures: readonly string[]
  missing: Readonly<Record<string, string>>
  began: ReturnType<typeof machine>
  name: string
  rounds: number
  out: string
}

async function conclude({ rows, failures, missing, began, name, rounds, out }: Conclusion): Promise<boolean> {
  say(`\n${tableOf(rows)}\n`)
  for (const [peer, why] of Object.entries(missing)) say(`Not measured, since it is not to be had: ${peer} (${why})`)
  for (const failure of failures) say(`Failed: ${failure}`)
  const below = rows.filter(({ isBelowFloor }) => isBelowFloor).map(({ id }) => id)
  say(below.length === 0 ? 'No row is below its floor.' : `Below their floors: ${below.join(', ')}`)
  const file = await writeReport(name, { machine: began, rounds, missing, failures, below, rows }, out)
  say(`As JSON: ${file}`)
  return below.length === 0 && failures.every((what) => !what.includes('on nido'))
}
