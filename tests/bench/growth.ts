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
const CHUNK_MIB = 16
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
    for (const [index, step] of steps.entries()) {
      say(`${kind}: ${step}`)
      for (const [what, value] of Object.entries(await measure(step))) (growth[what] ??= [])[index] = value
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

async function middle(task: (count: number) => Promise<unknown>, looks = LOOKS): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < looks; count += 1) times.push(await timed(() => task(count)))
  return median(times)
}

type Steps = Readonly<Record<string, () => Promise<number>>>

/** Takes one step after another. One that fails has no value, and is told. */
async function valuesOf(steps: Steps): Promise<Record<string, number>> {
  const values: Record<string, number> = {}
  for (const [what, step] of Object.entries(steps)) {
    values[what] = await step().catch((error: unknown) => {
      say(`FAILED ${what}: ${error instanceof Error ? error.message : String(error)}`)
      return NaN
    })
    say(`  ${what}: ${short(values[what])}`)
  }
  return values
}

/** Milliseconds and MiB of work among this many files in seven hundred folders. */
const measureNames = (count: number): Promise<Record<string, number>> =>
  withNido(async (site, nido) => {
    const [before, use] = [heldMiB(nido.pids()), watchUse(nido.pids)]
    // The last of very many files is copied, or deleted in the bucket, after an hour: the rename is turned back.
    const isEnded = count <= COPIED_MAX
    const untilSettled = async (task: () => Promise<unknown> | undefined) => {
      const ms = await timed(async () => task())
      if (!isEnded) await nido.callOff?.()
      await nido.settle?.()
      return ms
    }
    const copy: Steps = isEnded ? { 'copy all, ms': () => untilSettled(() => nido.copy?.('tree', 'copied')) } : {}
    return valuesOf({
      'put the files into the bucket, until all are known, ms': () =>
        timed(() => nido.fill(scatteredIn('tree', count))),
      'memory for the names, MiB': async () => heldMiB(nido.pids()) - before,
      'list a folder with one file of seven hundred, ms': () => middle(async () => nido.list?.('tree/album-1/part-1')),
      'search, one hit, ms': () => middle(async () => nido.search?.('tree', '0000701')),
      'map of what takes space, ms': () => middle(async () => nido.map?.('tree')),
      'start another process, until it knows all, ms': () => timed(() => startAndKnow(site, count)),
      ...copy,
      'rename all, until it is seen, ms': () => untilSettled(() => nido.rename?.('tree', 'moved')),
      'delete all, until it is seen, ms': () =>
        isEnded ? untilSettled(() => nido.remove?.('moved')) : timed(async () => nido.remove?.('tree')),
      ...(isEnded && restoring(nido)),
      'peak memory, MiB': async () => use().memoryMiB,
    })
  })

/** A restore of what was deleted last, which is seen before all of it is back: one step begins it, the next ends it. */
function restoring(nido: Subject): Steps {
  let ended: Promise<number> = Promise.resolve(NaN)
  return {
    'restore all, until it is seen, ms': async () => {
      ended = timed(async () => nido.restore?.())
      return timed(async () => Promise.race([nido.seen?.('', 'moved'), ended]))
    },
    'restore all, ms': async () => {
      const ms = await ended
      await nido.settle?.()
      return ms
    },
  }
}

/** Starts another process, and waits until it knows all names. */
async function startAndKnow({ nido, person }: BenchSite, count: number): Promise<void> {
  const replica = await nido.addReplica()
  await nidoOf({ ...nido, urls: [replica.url], replicas: [replica] }, person).known?.('tree', count)
  await replica.stop()
}

/** Milliseconds and MiB for one file of so many MiB. The largest one goes up once, since it takes as much disk. */
const measureBytes = (size: number): Promise<Record<string, number>> =>
  withNido(async (_site, nido) => {
    const chunks = Array.from({ length: Math.ceil(size / CHUNK_MIB) }, (_, index) =>
      mebibytes(Math.min(CHUNK_MIB, size - CHUNK_MIB * index)),
    )
    const looks = size <= FEW_MIB ? LOOKS : 1
    const [before, use] = [heldMiB(nido.pids()), watchUse(nido.pids)]
    const byTus = () => middle(async (count) => nido.putInChunks?.(`chunks-${count}`, chunks))
    return valuesOf({
      'up in one request, ms': () => middle((count) => nido.put(`whole-${count}`, mebibytes(size)), looks),
      ...(size <= FEW_MIB && { 'up by tus, ms': byTus }),
      'down, ms': () => middle(() => nido.get('whole-0'), looks),
      'growth of memory, MiB': async () => use().memoryMiB - before,
    })
  })
