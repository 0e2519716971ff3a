// Remembers unfinished uploads in the browser, so that they survive a reload or a closed window.
import { BrowserRecords } from '../../lib/browser-records.ts'
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
  /** Path of the uploaded folder that it belongs to. */
  folder?: string
  size: number
  modified: number
  override: boolean
  action?: string | undefined
  /** The name that the server gave the upload. */
  upload?: string
  handle?: KeptHandle
}

const FORGET_AFTER_MS = 500

/**
 * Keeps records in IndexedDB, which also accepts file handles. If the browser refuses it, nothing is remembered and
 * everything else works.
 */
export class UnfinishedUploads {
  readonly #records: BrowserRecords
  #forgotten: string[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(factory: IDBFactory | undefined) {
    this.#records = new BrowserRecords(factory, { database: 'nido-uploads', store: 'unfinished', keyPath: 'id' })
  }

  /** All records of one person. */
  async list(owner: number): Promise<UnfinishedUpload[]> {
    return (await this.listAll()).filter((record) => record.owner === owner)
  }

  /** Those of everybody who uses this browser. */
  async listAll(): Promise<UnfinishedUpload[]> {
    const read = (store: IDBObjectStore) => store.getAll() as IDBRequest<UnfinishedUpload[]>
    return (await this.#records.do('readonly', read)) ?? []
  }

  /** In one transaction, however many. */
  async remember(records: readonly UnfinishedUpload[]): Promise<void> {
    if (records.length > 0)
      await this.#records.do('readwrite', (store) => {
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
      await this.#records.do('readwrite', (store) => {
        for (const id of ids) store.delete(id)
      })
  }
}
