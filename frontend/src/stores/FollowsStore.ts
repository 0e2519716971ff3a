// The feeds that the person follows. While a screen shows them, they are asked for again and again.
import { makeAutoObservable } from 'mobx'
import type { FollowBody, FollowList, FollowRecord } from '../../../backend/contract/follows.ts'
import { createFollowsApi } from '../api/follows.ts'
import { rememberBlank, type Store } from './forgetting.ts'
import { importsOf } from './ImportsStore.ts'
import { Latest } from './Latest.ts'
import type { RootStore } from './RootStore.ts'

const POLL_MS = 5_000

export class FollowsStore implements Store {
  readonly list = new Latest<FollowList>()
  readonly #calls: ReturnType<typeof createFollowsApi>
  readonly #root: RootStore
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    this.#calls = createFollowsApi(root.api.http)
    makeAutoObservable(this, { list: false }, { autoBind: true })
    this.#blank = rememberBlank(this)
  }

  forget(): void {
    this.#blank()
  }

  get items(): readonly FollowRecord[] {
    return this.list.value?.items ?? []
  }

  /** A screen shows them. Returns a function for when it is left. */
  show(): () => void {
    void this.refresh()
    const timer = setInterval(() => {
      if (this.#root.live.isVisible && this.items.length > 0) void this.refresh()
    }, POLL_MS)
    return () => clearInterval(timer)
  }

  /** Everybody's, while an administrator looks at everybody's imports. */
  async refresh(): Promise<void> {
    const { isAll } = importsOf(this.#root)
    await this.list.load((signal) => this.#calls.list(isAll ? { all: true } : {}, signal), { isQuiet: true })
  }

  /** @throws ApiError */
  async add(body: FollowBody): Promise<void> {
    await this.#calls.add(body)
    await this.refresh()
  }

  /** Looks now; one that is paused or has stopped goes on. */
  async look({ id }: FollowRecord): Promise<void> {
    await this.#attempt(() => this.#calls.look(id))
  }

  async pause({ id }: FollowRecord): Promise<void> {
    await this.#attempt(() => this.#calls.pause(id))
  }

  async remove({ id }: FollowRecord): Promise<void> {
    await this.#attempt(() => this.#calls.remove(id))
  }

  async #attempt(call: () => Promise<void>): Promise<void> {
    try {
      await call()
    } catch (error) {
      this.#root.toasts.error(error)
    }
    await this.refresh()
  }
}

/** The store, created when it is first used. */
export const followsOf = (root: RootStore): FollowsStore => (root.later.follows ??= new FollowsStore(root))
