// The versions of the file that the info panel tells about.
import { makeAutoObservable, observableRef } from 'mobx'
import type { FileVersion } from '../../../backend/contract/trash.ts'
import { ApiError } from '../api/http.ts'
import type { RootStore } from './RootStore.ts'
import { rememberBlank, type Store } from './forgetting.ts'

export class VersionStore implements Store {
  /** Path of the file whose versions these are. */
  path: string | null = null
  /** Newest first; null until told. */
  versions: readonly FileVersion[] | null = null
  error: ApiError | null = null
  /** The version that is being put on top. */
  restoring: string | null = null
  #request: AbortController | null = null
  readonly #root: RootStore
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, { versions: observableRef, error: observableRef }, { autoBind: true })
    this.#blank = rememberBlank(this)
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.#request?.abort()
    this.#blank()
  }

  /** Whether files have older versions at all: not on a storage that keeps none. */
  get isKept(): boolean {
    return this.#root.settings.RetentionDays >= 0
  }

  /** Fetches the versions of a file; those of another one are let go. */
  async load(path: string): Promise<void> {
    this.#request?.abort()
    const request = new AbortController()
    this.#request = request
    if (path !== this.path) this.put(path, null, null)
    try {
      const { items } = await this.#root.api.versions.list(path, request.signal)
      if (!request.signal.aborted) this.put(path, items, null)
    } catch (error) {
      if (request.signal.aborted) return
      this.put(
        path,
        null,
        error instanceof ApiError ? error : new ApiError(500, 'internal', String(error), { cause: error }),
      )
    }
  }

  /** Nobody looks any more. */
  leave(): void {
    this.#request?.abort()
    this.put(null, null, null)
  }

  /**
   * Puts an older version on top and answers the id of the one that was there, for the undo; null where none is known.
   * @throws ApiError
   */
  async restore(path: string, version: string): Promise<string | null> {
    const latest = path === this.path ? (this.versions?.find(({ isLatest }) => isLatest)?.id ?? null) : null
    this.setRestoring(version)
    this.#root.preview.expectChange(path)
    try {
      await this.#root.api.versions.restore(path, version)
    } finally {
      this.setRestoring(null)
    }
    return latest
  }

  setRestoring(id: string | null): void {
    this.restoring = id
  }

  put(path: string | null, versions: readonly FileVersion[] | null, error: ApiError | null): void {
    this.path = path
    this.versions = versions
    this.error = error
  }
}
