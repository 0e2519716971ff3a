// `make bench-growth`: the same work at more and more names and bytes, and how steeply its time grows: a slope of 1 is
// as many times the time as the amount, 0 the same time. NAMES=1000,100000 and MB=1,100 for smaller steps.
import { environment } from '../../scripts/lib/environment.ts'
import { machine, short, writeReport } from './report.ts'
import { slopeOf } from './results.ts'
import { openSite, type BenchSite } from './site.ts'
import { scatteredIn, type Subject } from './subjects/subject.ts'
import { nidoOf } from './subjects/nido.ts'
import { heldMiB, watchUse } from './used.ts'
import { mebibytes } from './works/bytes.ts'
import { median, timed } from './wire.ts'

const { NAMES: names = '1000,100000,1000000', MB = '1,100,20480' } = environment()
const STEPS = { names: names.split(',').map(Number), bytes: MB.split(',').map(Number) }
const LOOKS = 5
/** The most that everything but listing, searching, visible changes, memory and start is done with. */
const COPIED_MAX = 100_000
const FEW_MIB = 100
const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Values at each step: NaN where a step has none. */
export type Growth = Record<string, number[]>

export interface GrowthOptions {
  /** Kinds of work: `names`, `bytes`; empty for both. */
  only: readonly string[]
  out: string
}

/** Measures, prints and writes the report. Answers true: there are no floors. */
export async function benchGrowth({ only, out }: GrowthOptions): Promise<boolean> {
  const began = machine()
  const grown: Record<string, { steps: number[]; growth: Growth }> = {}
  for (const [kind, measure] of Object.entries({ names: measureNames, bytes: measureBytes })) {
    if (only.length > 0 && !only.includes(kind)) continue
    const steps = STEPS[kind as keyof typeof STEPS]
    const growth: Growth = {}
    for (const step of steps) {
      const values = await measure(step)
      for (const [what, value] of Object.entries(values)) (growth[what] ??= []).push(value)
      say(`${kind} ${step}: ${JSON.stringify(values)}`)
    }
    grown[kind] = { steps, growth }
    say(`\n${tableOfGrowth(steps, growth)}\n`)
  }
  say(`As JSON: ${await writeReport('bench-growth', { machine: began, grown }, out)}`)
  return true
}

function tableOfGrowth(steps: readonly number[], growth: Growth): string {
  const heads = steps.flatMap((step, index) => [String(step), ...(index === 0 ? [] : ['slope'])])
  const lines = Object.entries(growth).map(([what, values]) => [
    what,
    ...steps.flatMap((_, index) => [
      short(values[index] ?? NaN),
      ...(index === 0 ? [] : [short(slopeOf(steps, values, index))]),
    ]),
  ])
  return [['', ...heads], ['', ...heads].map(() => '---'), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

/** A Nido of its own for each step, so that no step pays for the one before. */
async function withNido<T>(task: (site: BenchSite, nido: Subject) => Promise<T>): Promise<T> {
  const site = await openSite({ store: 'near', replicas: 1, hasPeers: false })
  try {
    const nido = site.subjects.find(({ name }) => name === 'nido')
    if (!nido) throw new Error('there is no Nido')
    return await task(site, nido)
  } finally {
    await site.stop()
  }
}

async function middle(task: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < LOOKS; count += 1) times.push(await timed(task))
  return median(times)
}

/** Milliseconds of work among this many files in seven hundred folders. */
const measureNames = (count: number): Promise<Record<string, number>> =>
  withNido(async (site, nido) => {
    const [before, use] = [heldMiB(nido.pids()), watchUse(nido.pids)]
    const filling = await timed(() => nido.fill(scatteredIn('tree', count)))
    const inFolder = Math.ceil(count / 700)
    const known = heldMiB(nido.pids()) - before
    const list = await middle(() => nido.list('tree/album-1/part-1'))
    const search = await middle(async () => nido.search?.('tree', '0000701'))
    const map = await middle(async () => nido.map?.('tree'))
    const start = await timed(() => startAndKnow(site, count))
    const renaming = await timed(async () => nido.rename?.('tree', 'moved'))
    await nido.settle?.()
    const isCopied = count <= COPIED_MAX
    const copying = isCopied ? await timed(async () => nido.copy?.('moved', 'copied')) : NaN
    await nido.settle?.()
    const deleting = await timed(async () => nido.remove?.('moved'))
    await nido.settle?.()
    return {
      'filling the bucket, ms': filling,
      'list one folder, ms': list,
      'files in that folder': inFolder,
      'search, one hit, ms': search,
      'map of what takes space, ms': map,
      'memory for the names, MiB': known,
      'another process ready and searching, ms': start,
      'rename all, until it is seen, ms': renaming,
      'copy all, ms': copying,
      'delete all, until it is seen, ms': deleting,
      'peak memory, MiB': use().memoryMiB,
    }
  })

/** Starts another process, and waits until it knows all names. */
async function startAndKnow({ nido, person }: BenchSite, count: number): Promise<void> {
  const replica = await nido.addReplica()
  await nidoOf({ ...nido, urls: [replica.url], replicas: [replica] }, person).known?.('tree', count)
  await replica.stop()
}

/** Milliseconds for one file of so many MiB. */
const measureBytes = (size: number): Promise<Record<string, number>> =>
  withNido(async (_site, nido) => {
    const body = mebibytes(size)
    const chunks = Array.from({ length: Math.ceil(size / 16) }, (_, index) =>
      mebibytes(Math.min(16, size - 16 * index)),
    )
    const looks = size <= FEW_MIB ? LOOKS : 1
    const often = async (task: (count: number) => Promise<unknown>) => {
      const times: number[] = []
      for (let count = 0; count < looks; count += 1) times.push(await timed(() => task(count)))
      return median(times)
    }
    const [before, use] = [heldMiB(nido.pids()), watchUse(nido.pids)]
    const up = await often((count) => nido.put(`whole-${count}`, body))
    const byTus = await often(async (count) => nido.putInChunks?.(`chunks-${count}`, chunks))
    const down = await often(() => nido.get('whole-0'))
    return {
      'up in one request, ms': up,
      'up by tus, ms': byTus,
      'down, ms': down,
      'growth of memory, MiB': use().memoryMiB - before,
    }
  })
