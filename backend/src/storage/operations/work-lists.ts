// What operations under way work on, written down in the system bucket: the versions that a copy pins, or what of a
// note comes back.
import { AppError } from '../../lib/app-error.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { eachYielding } from '../../lib/yielding.ts'
import { MANIFESTS, WORK, WORK_PARTS } from '../own-keys.ts'
import type { Scratch } from '../types.ts'
import { bodyOfEntries, entriesIn, type ManifestEntry } from './manifests.ts'
import { chunksOf, compareNames } from './windows.ts'

const PARALLEL = 16
const PART_DIGITS = 6

/** A list that fits into one object. */
const wholeKey = (operationId: string): string => `${WORK}${operationId}.json`
/** The folder of the parts of a longer one, in their order. */
const partsFolder = (operationId: string): string => `${WORK_PARTS}${operationId}/`

export class WorkLists {
  readonly #scratch: Scratch

  constructor(scratch: Scratch) {
    this.#scratch = scratch
  }

  /** Writes down a list, which comes in the order of its names. */
  async keep(operationId: string, entries: AsyncIterable<ManifestEntry>): Promise<void> {
    let last: ManifestEntry[] = []
    let parts = 0
    for await (const chunk of chunksOf(entries)) {
      if (last.length > 0) await this.#putPart(operationId, parts++, last)
      last = chunk
    }
    if (parts > 0) await this.#putPart(operationId, parts, last)
    else await this.#scratch.put(wholeKey(operationId), bodyOfEntries(last))
  }

  async #putPart(operationId: string, number: number, entries: ManifestEntry[]): Promise<void> {
    const key = `${partsFolder(operationId)}${String(number).padStart(PART_DIGITS, '0')}.json`
    await this.#scratch.put(key, bodyOfEntries(entries))
  }

  /** The list of an operation, in the order of its names, part by part; null for none. */
  async open(operationId: string): Promise<AsyncIterable<ManifestEntry> | null> {
    // An earlier Nido kept what copies pin among the manifests of notes, in any order.
    const whole =
      (await this.#scratch.get(wholeKey(operationId))) ??
      (await this.#scratch.get(`${MANIFESTS}${operationId}/pinned.json`))
    if (whole) {
      const entries = entriesIn(whole).toSorted((a, b) => compareNames(a.name, b.name))
      return { [Symbol.asyncIterator]: () => eachYielding(entries) }
    }
    const keys = await this.#scratch.list(partsFolder(operationId))
    return keys.length === 0 ? null : { [Symbol.asyncIterator]: () => this.#readParts(keys.toSorted()) }
  }

  async *#readParts(keys: string[]): AsyncGenerator<ManifestEntry> {
    for (const key of keys) {
      const body = await this.#scratch.get(key)
      if (!body) throw new AppError('unavailable', 'a part of what an operation works on cannot be read')
      yield* entriesIn(body)
    }
  }

  /** The whole list at once; null for none. */
  async read(operationId: string): Promise<ManifestEntry[] | null> {
    const entries = await this.open(operationId)
    return entries && Array.fromAsync(entries)
  }

  async drop(operationIds: string[]): Promise<void> {
    const parts = await mapParallel(operationIds, PARALLEL, (id) => this.#scratch.list(partsFolder(id)))
    await this.#scratch.delete([...operationIds.map(wholeKey), ...parts.flat()])
  }

  /** Ids of all operations that have something written down. */
  async ids(): Promise<string[]> {
    const [whole, parts] = await Promise.all([this.#scratch.list(WORK), this.#scratch.list(WORK_PARTS)])
    const ids = whole.map((key) => key.slice(WORK.length).replace(/\.json$/, ''))
    return [...new Set([...ids, ...parts.map((key) => key.slice(WORK_PARTS.length, key.lastIndexOf('/')))])]
  }
}
