// Folders as they were last seen, for times when the server cannot be reached: in memory, and the newest of them in the
// browser's storage.
import type { FolderResource } from '../../../../backend/contract/resources.ts'
import { BrowserRecords } from '../../lib/browser-records.ts'
import { Throttle } from '../../lib/throttle.ts'

/** How many folders are kept in memory and in the browser's storage. */
const IN_MEMORY = 50
const IN_BROWSER = 20
/** Longer listings are not kept. */
const ITEMS_MAX = 2_000
/** Milliseconds between two writes. The first is not delayed: somebody may look at a folder for a moment only. */
const WRITE_PAUSE_MS = 1_000

/** A folder, and the person who saw it. */
export interface FolderOf {
  owner: number
  path: string
}

export interface KeptFolder extends FolderOf {
  key: string
  /** Milliseconds since 1970. */
  at: number
  folder: FolderResource
}

export class KeptFolders {
  readonly #records: BrowserRecords
  /** The newest last. */
  readonly #memory = new Map<string, KeptFolder>()
  /** Keys of what the browser's storage does not have yet. */
  readonly #unwritten = new Set<string>()
  readonly #writing = new Throttle(
    () => this.#write(),
    () => WRITE_PAUSE_MS,
  )

  constructor(factory: IDBFactory | undefined) {
    this.#records = new BrowserRecords(factory, { database: 'nido-folders', store: 'folders', keyPath: 'key' })
  }

  /** Keeps the current content of a folder. */
  put(of: FolderOf, folder: FolderResource): void {
    const key = keyOf(of)
    this.#memory.delete(key)
    if (folder.items.length > ITEMS_MAX) return
    this.#memory.set(key, { ...of, key, folder, at: Date.now() })
    for (const oldest of [...this.#memory.keys()].slice(0, -IN_MEMORY)) this.#memory.delete(oldest)
    this.#unwritten.add(key)
    this.#writing.ask(0)
  }

  /** The last seen content of a folder; null if it is not kept. */
  async get(of: FolderOf): Promise<KeptFolder | null> {
    const key = keyOf(of)
    const read = (store: IDBObjectStore) => store.get(key) as IDBRequest<KeptFolder | undefined>
    return this.#memory.get(key) ?? (await this.#records.do('readonly', read)) ?? null
  }

  /** Forgets the folders of other people; null: those of everybody. */
  async keepOnly(owner: number | null): Promise<void> {
    for (const [key, kept] of this.#memory) if (kept.owner !== owner) this.#memory.delete(key)
    const others = (await this.#all()).filter((kept) => kept.owner !== owner)
    await this.#remove(others)
  }

  /** Writes to the browser's storage what is not there yet. */
  async flush(): Promise<void> {
    this.#writing.stop()
    await this.#write()
  }

  /** Writes the newest folders to the browser's storage, and deletes older ones. */
  async #write(): Promise<void> {
    const newest = [...this.#memory.values()].slice(-IN_BROWSER).filter(({ key }) => this.#unwritten.has(key))
    this.#unwritten.clear()
    await this.#records.do('readwrite', (store) => {
      for (const kept of newest) store.put(kept)
    })
    const kept = await this.#all()
    await this.#remove(kept.toSorted((a, b) => b.at - a.at).slice(IN_BROWSER))
  }

  async #all(): Promise<KeptFolder[]> {
    const read = (store: IDBObjectStore) => store.getAll() as IDBRequest<KeptFolder[]>
    return (await this.#records.do('readonly', read)) ?? []
  }

  async #remove(some: readonly KeptFolder[]): Promise<void> {
    if (some.length > 0)
      await this.#records.do('readwrite', (store) => {
        for (const { key } of some) store.delete(key)
      })
  }
}

const keyOf = ({ owner, path }: FolderOf): string => `${owner} ${path}`

/** The kept folders of this browser. */
export const keptFolders = new KeptFolders(globalThis.indexedDB)
