// Remembers unfinished uploads in the browser, so that they survive a reload or a closed window.
import type { KeptHandle } from '../../lib/upload-entries.ts'

/**
 * What is needed to continue an upload when its file is given again. `modified` in milliseconds, as
 * `File.lastModified`.
 */
export interface UnfinishedUpload {
  id: string
  /** The person's id. Another person at the same browser does not see it. */
  owner: number
  /** The open page that works on it. */
  page: string
  path: string
  group: string
  size: number
  modified: number
  override: boolean
  action?: string | undefined
  handle?: KeptHandle
}

const DATABASE = 'nido-uploads'
const STORE = 'unfinished'
const FORGET_AFTER_MS = 500

/**
 * Keeps records in IndexedDB, which also accepts file handles. If the browser refuses it, nothing is remembered and
 * everything else works.
 */
export class UnfinishedUploads {
  #database: Promise<IDBDatabase> | null
  #forgotten: string[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(factory: IDBFactory | undefined) {
    this.#database = factory ? open(factory) : null
    this.#database?.catch(() => {
      this.#database = null
    })
  }

  /** All records of one person. */
  async list(owner: number): Promise<UnfinishedUpload[]> {
    const records = await this.#do<UnfinishedUpload[]>(
      'readonly',
      (store) => store.getAll() as IDBRequest<UnfinishedUpload[]>,
    )
    return records?.filter((record) => record.owner === owner) ?? []
  }

  /** In one transaction, however many. */
  async remember(records: readonly UnfinishedUpload[]): Promise<void> {
    if (records.length > 0)
      await this.#do('readwrite', (store) => {
        for (const record of records) store.put(record)
      })
  }

  /** Batched, because many small files may finish in one second. */
  forget(id: string): void {
    this.#forgotten.push(id)
    this.#timer ??= setTimeout(() => void this.flush(), FORGET_AFTER_MS)
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const ids = this.#forgotten.splice(0)
    if (ids.length > 0)
      await this.#do('readwrite', (store) => {
        for (const id of ids) store.delete(id)
      })
  }

  /** One transaction; null if the browser stores nothing (private windows, full disks). */
  async #do<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T> | void): Promise<T | null> {
    try {
      const transaction = (await this.#database)?.transaction(STORE, mode)
      if (!transaction) return null
      const request = work(transaction.objectStore(STORE))
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve()
        transaction.onabort = transaction.onerror = () => reject(transaction.error)
      })
      return request ? request.result : null
    } catch {
      return null
    }
  }
}

function open(factory: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
