// Compares Nido with MinIO itself: alternating rounds of both, the medians of their ratios, and the floors. Only ratios
// are meaningful, because machines differ.
import { openBenchSite, type BenchSite } from './bench-site.ts'
import { BYTES, type Work } from './bytes.ts'
import { FLOORS, type WorkId } from './floors.ts'
import { NAMES } from './names.ts'
import { median } from './wire.ts'

export interface RatioOptions {
  rounds: number
  /** The ids of the work to do; empty for all of it. */
  only: readonly string[]
}

interface Times {
  nido: number[]
  direct: number[]
}

/** Measures, and prints a table for docs/performance.md. */
export async function benchRatios({ rounds, only }: RatioOptions): Promise<void> {
  const works = [...BYTES, ...NAMES].filter(({ ids }) => only.length === 0 || ids.some((id) => only.includes(id)))
  const site = await openBenchSite()
  const times = new Map<WorkId, Times>()
  try {
    for (const work of works) {
      await work.prepare?.(site)
      for (let round = 0; round < rounds; round += 1) await playRound(work, { site, round, times })
      for (const id of work.ids) console.log(describe(id, times.get(id)))
    }
  } finally {
    await site.stop()
  }
  printTable(times)
}

/** One round on both sides, which take turns in going first. */
async function playRound(
  work: Work,
  { site, round, times }: { site: BenchSite; round: number; times: Map<WorkId, Times> },
): Promise<void> {
  const sides = round % 2 === 0 ? (['nido', 'direct'] as const) : (['direct', 'nido'] as const)
  for (const side of sides) {
    const took = await work[side](site, round)
    for (const [index, id] of work.ids.entries()) {
      const row = times.get(id) ?? { nido: [], direct: [] }
      row[side].push(took[index] ?? NaN)
      times.set(id, row)
    }
  }
}

const ratioOf = ({ nido, direct }: Times): number => median(nido.map((time, index) => (direct[index] ?? NaN) / time))
const short = (value: number): string =>
  value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0)

function describe(id: WorkId, row: Times | undefined): string {
  return row
    ? `${id.padEnd(3)} ${FLOORS[id].title}: ${short(ratioOf(row))} (floor ${FLOORS[id].floor}); Nido ` +
        `${short(median(row.nido))} ms, MinIO ${short(median(row.direct))} ms`
    : `${id}: not measured`
}

function printTable(times: ReadonlyMap<WorkId, Times>): void {
  console.log('\n| | work | Nido, ms | MinIO itself, ms | ratio | floor | goal |\n|---|---|---|---|---|---|---|')
  for (const [id, row] of times) {
    const { title, floor, goal } = FLOORS[id]
    const ratio = ratioOf(row)
    console.log(
      `| ${id} | ${title} | ${short(median(row.nido))} | ${short(median(row.direct))} | ` +
        `${ratio < floor ? `**${short(ratio)}**` : short(ratio)} | ${floor} | ${goal} |`,
    )
  }
}
