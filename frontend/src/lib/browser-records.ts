// Records in the browser's database (IndexedDB), with one store per database.

export interface RecordsOptions {
  database: string
  store: string
  /** The field with the id of a record. */
  keyPath: string
}

/** If the browser stores nothing (private windows, full disks), all answers are null, and everything else works. */
export class BrowserRecords {
  readonly #store: string
  #database: Promise<IDBDatabase> | null

  constructor(factory: IDBFactory | undefined, options: RecordsOptions) {
    this.#store = options.store
    this.#database = factory ? open(factory, options) : null
    this.#database?.catch(() => {
      this.#database = null
    })
  }

  /** Runs one request in a transaction, and returns its result. */
  async do<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T> | void): Promise<T | null> {
    try {
      const transaction = (await this.#database)?.transaction(this.#store, mode)
      if (!transaction) return null
      const request = work(transaction.objectStore(this.#store))
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

function open(factory: IDBFactory, { database, store, keyPath }: RecordsOptions): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(database, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
