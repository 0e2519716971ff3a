// States and screenshots of one game: files in its folder. A state holds the game at one moment, with a picture of it.
import { makeAutoObservable } from 'mobx'
import { ApiError } from '../../api/http.ts'
import { createTextsApi } from '../../api/texts.ts'
import { type GamePaths, SLOTS } from '../../lib/game-paths.ts'
import { encodePath } from '../../lib/paths.ts'
import { Latest } from '../Latest.ts'
import type { RootStore } from '../RootStore.ts'

type Bytes = Uint8Array<ArrayBuffer>

export interface Slot {
  /** From 1 on. */
  slot: number
  /** When it was saved (RFC 3339); null for an empty one. */
  at: string | null
  /** The address of its picture; null if it has none. */
  picture: string | null
}

export class GameSlots {
  readonly content = new Latest<readonly Slot[]>()
  readonly #root: RootStore
  readonly #paths: GamePaths

  constructor(root: RootStore, paths: GamePaths) {
    this.#root = root
    this.#paths = paths
    makeAutoObservable(this, { content: false }, { autoBind: true })
  }

  async load(): Promise<void> {
    await this.content.load(() => this.#list())
  }

  /** The slot for a state that is saved without choosing one: the first empty one, or that of the oldest state. */
  async nextSlot(): Promise<number> {
    const slots = await this.#list()
    const free = slots.find(({ at }) => at === null)
    return (free ?? slots.toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? ''))[0])?.slot ?? 1
  }

  /** @throws ApiError */
  async save(slot: number, { state, picture }: { state: Bytes; picture: Bytes }): Promise<void> {
    await this.#put(this.#paths.picture(slot), picture)
    await this.#put(this.#paths.state(slot), state)
    await this.load()
  }

  /** @throws ApiError */
  async read(slot: number): Promise<Bytes> {
    return (await createTextsApi(this.#root.api.http).read(this.#paths.state(slot))).bytes
  }

  /** The picture of the last save. @throws ApiError */
  async putPoster(picture: Bytes): Promise<void> {
    await this.#put(this.#paths.poster, picture)
  }

  /** @throws ApiError */
  async putScreenshot(picture: Bytes): Promise<void> {
    await this.#put(this.#paths.screenshot(new Date()), picture)
  }

  async #list(): Promise<Slot[]> {
    const { resources } = this.#root.api
    const found = await resources.get(this.#paths.folder).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'notFound') return null
      throw error
    })
    const items = found?.isDir === true && 'items' in found ? found.items : []
    const modified = new Map(items.map((item) => [item.path, item.modified]))
    return Array.from({ length: SLOTS }, (_, index) => {
      const slot = index + 1
      const picture = this.#paths.picture(slot)
      const key = modified.get(picture)
      return {
        slot,
        at: modified.get(this.#paths.state(slot)) ?? null,
        // A replaced one has another time, and so another address.
        picture: key === undefined ? null : `${resources.rawUrl(picture, true)}&key=${encodeURIComponent(key)}`,
      }
    })
  }

  /** Replaced ones stay as older versions. */
  async #put(path: string, bytes: Bytes): Promise<void> {
    await this.#root.api.http.request('POST', `/api/resources${encodePath(path)}`, {
      query: { override: true },
      body: new Blob([bytes]),
    })
  }
}
