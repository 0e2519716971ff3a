// The versions of the file in the info panel.
import { flow, makeAutoObservable } from 'mobx'
import type { FileVersion } from '../../../backend/contract/trash.ts'
import { createVersionsApi } from '../api/versions.ts'
import type { RootStore } from './RootStore.ts'
import { rememberBlank, type Store } from './forgetting.ts'
import { Latest } from './Latest.ts'
import { previewOf } from './PreviewStore.ts'

export class VersionStore implements Store {
  /** Newest first, of the file at this path. */
  readonly list = new Latest<readonly FileVersion[], string>()
  /** The version that is being restored to the top. */
  restoring: string | null = null
  readonly #api: ReturnType<typeof createVersionsApi>
  readonly #root: RootStore
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    this.#api = createVersionsApi(root.api.http)
    makeAutoObservable(this, { list: false, restore: false }, { autoBind: true })
    this.#blank = rememberBlank(this)
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.#blank()
  }

  /** The address of an older version's bytes. */
  rawUrl(path: string, version: string): string {
    return this.#api.rawUrl(path, version)
  }

  /** Fetches the versions of a file. Those of another file are dropped. */
  async load(path: string): Promise<void> {
    await this.list.load(async (signal) => (await this.#api.list(path, signal)).items, { of: path })
  }

  /** Refreshes the versions, if they are shown. */
  async refresh(): Promise<void> {
    if (this.list.of !== null) await this.load(this.list.of)
  }

  /**
   * Restores an older version to the top. Returns the id of the one that was there, for the undo; null if it is
   * unknown.
   * @throws ApiError
   */
  readonly restore = flow(function* restore(
    this: VersionStore,
    path: string,
    version: string,
  ): Generator<Promise<unknown>, string | null> {
    const { of, value } = this.list
    const latest = path === of ? (value?.find(({ isLatest }) => isLatest)?.id ?? null) : null
    this.restoring = version
    previewOf(this.#root).expectChange(path)
    try {
      yield this.#api.restore(path, version)
    } finally {
      this.restoring = null
    }
    return latest
  })
}

/** The store, created when it is first used. */
export const versionsOf = (root: RootStore): VersionStore => (root.later.versions ??= new VersionStore(root))
