// Looks at S3 that bring the catalogue up to date: at one key, at a folder, at a whole tree. What becomes known another
// way during a look is newer than what the look finds, and stays.
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Sweep } from '../catalogue/sweep.ts'
import { createLru } from '../../lib/lru.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { Yielding } from '../../lib/yielding.ts'
import { sleep } from '../../lib/sleep.ts'
import type { Listed, Page } from '../listing-page.ts'
import { listObjects, listPages, type ListingClients } from '../listing.ts'
import { mtimeOf } from '../metadata.ts'
import { overlap, pathText, type Place, place } from '../paths.ts'

/** Why the catalogue changes. `look`: a look found what events should have told. `quiet`: nobody else is told. */
export type Cause = 'own' | 'event' | 'look' | 'quiet'

export interface RescansOptions {
  clients: ListingClients
  catalogue: Catalogue
  /** Called with the path at or below which a look begins to change the catalogue (a text of `pathText`). */
  onLook(path: string): void
  /** Runs what changes the catalogue. */
  by<T>(cause: Cause, work: () => T): T
}

/** A look that nobody waits for takes this share of the time. */
const PACE = 1 / 4
/** In a folder with more folders, only the look at everything checks whether each still has anything in it. */
const FOLDERS_MAX = 200
const ASKED_PARALLEL = 8
/** How many keys that a listing has left out are asked for one by one. */
const MISSING_MAX = 100
/**
 * How long a listed prefix is believed to be empty without another look. While nobody listens, an event may be lost.
 */
const EMPTY_MS = 30_000
const EMPTY_MAX = 10_000

export class Rescans {
  readonly #options: RescansOptions
  /** Keys that became known another way while looks are under way, each with the number of the last time. */
  readonly #touched = new Map<string, number>()
  #touches = 0
  /** The paths of looks that are under way. */
  readonly #underWay: string[] = []
  #isStopped = false
  /** Prefixes that MinIO lists because there are delete markers below them. Remembering them only saves requests. */
  readonly #empty = createLru<string, true>(EMPTY_MAX, { ttl: EMPTY_MS })

  constructor(options: RescansOptions) {
    this.#options = options
  }

  /** Notes that something is known of a key from elsewhere. */
  touch(bucket: string, key: string): void {
    this.#touches += 1
    if (this.#underWay.length > 0) this.#touched.set(`${bucket}/${key}`, this.#touches)
  }

  /** Whether a look is under way at, above or below a path. */
  isLookingAt(path: string): boolean {
    return this.#underWay.some((own) => overlap(own, path))
  }

  async #while<T>(at: Place, work: () => Promise<T>): Promise<T> {
    const path = pathText(at)
    this.#underWay.push(path)
    this.#options.onLook(path)
    try {
      return await work()
    } finally {
      this.#underWay.splice(this.#underWay.indexOf(path), 1)
      if (this.#underWay.length === 0) this.#touched.clear()
    }
  }

  #isNewer(bucket: string, key: string, asOf: number): boolean {
    return (this.#touched.get(`${bucket}/${key}`) ?? 0) > asOf
  }

  #see(bucket: string, object: Listed, asOf: number): void {
    if (this.#isNewer(bucket, object.key, asOf)) return
    const { catalogue } = this.#options
    const modified = mtimeOf(object.metadata, object.lastModified).getTime()
    if (object.key.endsWith('/')) catalogue.putMarker(bucket, object.key.slice(0, -1), modified)
    else {
      // Where listings tell no metadata, their times are those of the last change.
      const isTimeUncertain = !this.#options.clients.capabilities.listedMetadata
      catalogue.putFile(bucket, object.key, { size: object.size, etag: object.etag, modified, isTimeUncertain })
    }
  }

  #pages(bucket: string, prefix: string, delimiter: boolean): AsyncGenerator<Page> {
    return listPages(this.#options.clients, { bucket, prefix, delimiter, bare: true })
  }

  /** Takes in all pages, each as of the moment it was asked for. */
  async #takeIn(
    bucket: string,
    pages: AsyncGenerator<Page>,
    { cause, paced = false }: { cause: Cause; paced?: boolean },
  ): Promise<string[]> {
    const prefixes: string[] = []
    const turns = new Yielding()
    for (;;) {
      const [asOf, began] = [this.#touches, performance.now()]
      const next = await pages.next()
      if (next.done) return prefixes
      if (this.#isStopped) throw new Error('stopped')
      for (const object of next.value.objects) {
        this.#options.by(cause, () => this.#see(bucket, object, asOf))
        await turns.pass()
      }
      prefixes.push(...next.value.prefixes)
      if (paced) await sleep((performance.now() - began) * (1 / PACE - 1))
    }
  }

  /** Keys that a sweep would remove: all of them, or one more than are asked for one by one. */
  async #missing(keys: Generator<string | null>): Promise<string[]> {
    const turns = new Yielding()
    const missing: string[] = []
    for (const key of keys) {
      if (key !== null) missing.push(key)
      if (missing.length > MISSING_MAX) break
      await turns.pass()
    }
    return missing
  }

  /**
   * Removes what a look at S3 has not seen. MinIO's listings leave out what they cannot read at the moment, two in a
   * row, too. So what is missing is asked for by its key; where that is much, what a second listing leaves out is gone.
   */
  async #settle({ bucket, path }: Place, sweep: Sweep, { cause, again }: { cause: Cause; again(): Promise<void> }) {
    const { catalogue } = this.#options
    const missing = () => this.#missing(catalogue.stale(bucket, path, sweep))
    let keys = await missing()
    if (keys.length > MISSING_MAX) {
      await again()
      keys = await missing()
    }
    if (keys.length <= MISSING_MAX) await mapParallel(keys, ASKED_PARALLEL, (key) => this.#ask(bucket, key, cause))
    await this.#sweep(catalogue.sweep(bucket, path, sweep), cause)
  }

  async #sweep(pieces: Generator<void>, cause: Cause): Promise<void> {
    const turns = new Yielding()
    while (!this.#options.by(cause, () => pieces.next()).done) await turns.pass()
  }

  /** Everything below a folder ('' for the whole bucket). */
  async tree(bucket: string, path: string, how: { cause: Cause; paced?: boolean }): Promise<void> {
    const at = place(bucket, path)
    await this.#while(at, async () => {
      const sweep = { look: this.#options.catalogue.beginLook(), isDeep: true }
      const takeIn = async () => {
        await this.#takeIn(bucket, this.#pages(bucket, path === '' ? '' : `${path}/`, false), how)
      }
      await takeIn()
      await this.#settle(at, sweep, { cause: how.cause, again: takeIn })
    })
  }

  /** What lies directly in a folder. A folder in it that came or went unnoticed is looked at whole. */
  async folder(bucket: string, path: string, cause: Cause): Promise<void> {
    const { catalogue } = this.#options
    const prefix = path === '' ? '' : `${path}/`
    const at = place(bucket, path)
    const unknown = await this.#while(at, async () => {
      const sweep = { look: catalogue.beginLook(), isDeep: false }
      const listed = new Set<string>()
      const takeIn = async () => {
        for (const one of await this.#takeIn(bucket, this.#pages(bucket, prefix, true), { cause })) listed.add(one)
      }
      await takeIn()
      await this.#settle(at, sweep, { cause, again: takeIn })
      const known = new Set((catalogue.foldersIn(bucket, path) ?? []).map((name) => `${prefix}${name}/`))
      const came = [...listed].filter((folder) => !known.has(folder) && !this.#empty.has(`${bucket}/${folder}`))
      return [
        ...came,
        ...[...known].filter((folder) => !listed.has(folder)),
        ...(await this.#emptied(
          bucket,
          [...known].filter((folder) => listed.has(folder)),
        )),
      ]
    })
    for (const folder of unknown) {
      const below = folder.slice(0, -1)
      await this.tree(bucket, below, { cause })
      if (!catalogue.hasFolder(bucket, below)) this.#empty.set(`${bucket}/${folder}`, true)
    }
  }

  /** Of folders that are known, those that MinIO lists only because of the delete markers in them. */
  async #emptied(bucket: string, folders: string[]): Promise<string[]> {
    if (folders.length > FOLDERS_MAX) return []
    const asked = await mapParallel(folders, ASKED_PARALLEL, async (folder) => {
      for await (const _ of listObjects(this.#options.clients, { bucket, prefix: folder, maxKeys: 1, bare: true }))
        return []
      return [folder]
    })
    return asked.flat()
  }

  /** Looks under way end early, as failures. */
  stop(): void {
    this.#isStopped = true
  }

  /** One key; a marker's ends in a slash. */
  async key(bucket: string, key: string, cause: Cause): Promise<void> {
    await this.#while(place(bucket, key.replace(/\/$/, '')), () => this.#ask(bucket, key, cause))
  }

  async #ask(bucket: string, key: string, cause: Cause): Promise<void> {
    const asOf = this.#touches
    for await (const first of listObjects(this.#options.clients, { bucket, prefix: key, maxKeys: 1, bare: true })) {
      if (first.key === key) return this.#options.by(cause, () => this.#see(bucket, first, asOf))
      break
    }
    if (!this.#isNewer(bucket, key, asOf)) this.#options.by(cause, () => this.#options.catalogue.remove(bucket, key))
  }

  /** A file, or a folder with all that is in it, whichever is there. */
  async place(bucket: string, path: string, cause: Cause): Promise<void> {
    if (path !== '') await this.key(bucket, path, cause)
    await this.tree(bucket, path, { cause })
  }
}
