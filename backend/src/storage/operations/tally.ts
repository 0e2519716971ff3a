// How much a note has in it, by its manifest.
import { NAMES_TOLD } from '../../../contract/trash.ts'
import { lookUntil } from '../looking-again.ts'
import { nameOf } from '../paths.ts'
import { type ManifestEntry, type Manifests, type Size, sizeOf } from './manifests.ts'
import type { NoteDocument, NoteKind } from './note-keys.ts'
import { isMarkerKey } from './stacks.ts'
import { compareNames } from './windows.ts'

/** The sums of a note, and the names that it shows. `things`: of deletes alone. */
type Tally = Size & Pick<NoteDocument, 'names' | 'things'>

/** What was deleted as one thing: an entry's name is relative to it. */
export function thingOf({ key, name }: Pick<ManifestEntry, 'key' | 'name'>): { path: string; isFile: boolean } {
  const isWhole = name === ''
  return {
    path: isWhole ? key.replace(/\/$/, '') : key.slice(0, -name.length - 1),
    isFile: isWhole && !isMarkerKey(key),
  }
}

/** Adds up a note entry by entry: those of one key follow each other, and the last of them counts. */
class Adding {
  readonly #kind: NoteKind
  readonly #total: Size = { count: 0, bytes: 0 }
  readonly #names: string[] = []
  readonly #things = new Set<string>()
  #last: ManifestEntry | null = null

  constructor(kind: NoteKind) {
    this.#kind = kind
  }

  add(entry: ManifestEntry): void {
    if (this.#last && this.#last.key !== entry.key) this.#take(this.#last)
    this.#last = entry
  }

  #take(entry: ManifestEntry): void {
    const { count, bytes } = sizeOf([entry])
    this.#total.count += count
    this.#total.bytes += bytes
    if (this.#kind === 'replace') return this.#tell(entry.key)
    const { path, isFile } = thingOf(entry)
    const thing = `${isFile} ${path}`
    if (this.#things.has(thing)) return
    this.#things.add(thing)
    this.#tell(path)
  }

  #tell(path: string): void {
    if (this.#names.length < NAMES_TOLD) this.#names.push(nameOf(path))
  }

  end(): Tally {
    if (this.#last) this.#take(this.#last)
    this.#last = null
    const told = { ...this.#total, names: this.#names }
    return this.#kind === 'replace' ? told : { ...told, things: this.#things.size }
  }
}

/** How much a note has that tells of some entries, in the order of their batches. */
export function tallyOf(kind: NoteKind, entries: readonly ManifestEntry[]): Tally {
  const adding = new Adding(kind)
  for (const entry of entries.toSorted((a, b) => compareNames(a.key, b.key))) adding.add(entry)
  return adding.end()
}

/**
 * How much a note has by its manifest, of which only a part is held at a time. An empty one is looked at again, as by
 * `Manifests.read`.
 */
export const tally = (manifests: Manifests, noteId: string, kind: NoteKind): Promise<Tally> =>
  lookUntil(
    ({ names }) => names.length > 0,
    () => lookThrough(manifests, noteId, kind),
  )

async function lookThrough(manifests: Manifests, noteId: string, kind: NoteKind): Promise<Tally> {
  const adding = new Adding(kind)
  for await (const entry of manifests.inOrder(noteId)) adding.add(entry)
  return adding.end()
}
