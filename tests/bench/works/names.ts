// The work on names: listing, searching, renaming, copying, deleting.
import { namesIn, scatteredIn, SMALL_TEXT, type Subject } from '../subjects/subject.ts'
import { timed } from '../wire.ts'
import { type Work, warmed } from './work.ts'

const SOME = 1_000
const MANY = 10_000
const VAST = 100_000
const ROMS = 5_000
/** rclone takes minutes for each list of so many, and the whole run would not end in two hours. */
const AMONG_VAST = ['nido', 'minio', 'copyparty', 'nginx']

const text = Buffer.from(SMALL_TEXT)
const ms = async (task: () => Promise<unknown>): Promise<number[]> => [await timed(task)]

/** Folders that several kinds of work use are filled once for each subject. */
const filled = new WeakMap<Subject, Map<string, Promise<void>>>()
function fillOnce(subject: Subject, folder: string, count: number): Promise<void> {
  const folders = filled.get(subject) ?? new Map<string, Promise<void>>()
  filled.set(subject, folders)
  const filling = folders.get(folder) ?? subject.fill(namesIn(folder, count))
  folders.set(folder, filling)
  return filling
}

const amongFor = (count: number): Pick<Work, 'among'> => (count < VAST ? {} : { among: AMONG_VAST })

const listing = (ids: readonly [string, string], folder: string, count: number): Work => ({
  ids,
  needs: ['list'],
  ...amongFor(count),
  prepare: async (subject) => {
    await fillOnce(subject, folder, count)
    await subject.unchanging?.(folder)
  },
  run: async (subject, { round }) => {
    await subject.put(`${folder}/change-${round}`, text)
    const list = () => timed(async () => subject.list?.(folder))
    return [await list(), await list()]
  },
})

const searching = (id: string, folder: string, count: number): Work => ({
  ids: [id],
  needs: ['search'],
  ...amongFor(count),
  prepare: (subject) => fillOnce(subject, folder, count),
  run: (subject) => ms(async () => subject.search?.(folder, '0004321')),
})

const renaming = (id: string, count: number): Work => ({
  ids: [id],
  needs: ['rename'],
  prepare: (subject) => subject.fill(namesIn(`moved-${id}-0`, count)),
  run: async (subject, { round }) => {
    const time = await timed(async () => subject.rename?.(`moved-${id}-${round}`, `moved-${id}-${round + 1}`))
    await subject.settle?.()
    return [time]
  },
})

const copying = (ids: readonly [string, string], count: number): Work => ({
  ids,
  needs: ['copy', 'remove'],
  prepare: (subject) => subject.fill(namesIn(`origin-${count}`, count)),
  run: async (subject, { round }) => {
    const copied = `copied-${count}-${round}`
    const copying = await timed(async () => subject.copy?.(`origin-${count}`, copied))
    const removing = await timed(async () => subject.remove?.(copied))
    await subject.settle?.()
    return [copying, removing]
  },
})

export const NAMES: readonly Work[] = [
  // Warmed up: the first list is built anew, and only later ones from what has changed since.
  warmed(listing(['d1', 'd2'], 'many', MANY)),
  searching('g', 'many', MANY),
  renaming('e1', SOME),
  copying(['e2', 'e3'], SOME),
  renaming('e5', MANY),
  copying(['e6', 'e7'], MANY),
  {
    ids: ['m1'],
    needs: ['map'],
    prepare: (subject) => subject.fill(scatteredIn('mapped', VAST)),
    run: (subject) => ms(async () => subject.map?.('mapped')),
  },
  warmed({
    ids: ['m2'],
    needs: ['roms'],
    prepare: (subject) =>
      subject.fill(Array.from({ length: ROMS }, (_, index) => `ARCADE/gb/Game-${index}-(Europe).gb`)),
    run: (subject) => ms(async () => subject.roms?.()),
  }),
  warmed(listing(['d3', 'd4'], 'vast', VAST)),
  searching('g2', 'vast', VAST),
]
