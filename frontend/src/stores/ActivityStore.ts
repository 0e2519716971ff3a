// What people did with files, read from its newest entry.
import { when } from 'mobx'
import type { Activity } from '../../../backend/contract/activity.ts'
import { type ActivityWish, createActivityApi } from '../api/activity.ts'
import { Throttle } from '../lib/throttle.ts'
import type { Store } from './forgetting.ts'
import { Latest } from './Latest.ts'
import type { RootStore } from './RootStore.ts'

/** The server writes down what happens within two seconds. */
const SOON_MS = 2_500
const PAUSE_MS = 5_000

export class ActivityStore implements Store {
  readonly list = new Latest<Activity, string>()
  /** Null while it is not shown. */
  #wish: ActivityWish | null = null
  readonly #api: ReturnType<typeof createActivityApi>
  readonly #looks: Throttle

  constructor(root: RootStore) {
    this.#api = createActivityApi(root.api.http)
    this.#looks = new Throttle(
      async () => {
        await when(() => root.live.isVisible)
        await this.refresh()
      },
      () => PAUSE_MS,
    )
  }

  /** Forgets everything, as when another person signs in, or when nobody looks at it any more. */
  readonly forget = (): void => {
    this.#looks.stop()
    this.list.forget()
    this.#wish = null
  }

  /** Shows what matches a filter. */
  async load(wish: ActivityWish): Promise<void> {
    this.#wish = wish
    await this.refresh()
  }

  /** Reads on, unless that is already under way. */
  async more(): Promise<void> {
    if (!this.list.isLoading) await this.#read((this.list.value?.items.length ?? 0) + 1)
  }

  /** Reads anew as much as is shown. */
  async refresh(): Promise<void> {
    await this.#read(this.list.value?.items.length ?? 0)
  }

  /** Something has changed in a folder: somebody may have done it. */
  noteChange(_folder: string): void {
    if (this.#wish !== null) this.#looks.ask(SOON_MS)
  }

  /** All pages from the newest entry on, until there are so many. What is shown stays until then. */
  async #read(least: number): Promise<void> {
    const wish = this.#wish
    if (wish === null) return
    const read = async (signal: AbortSignal): Promise<Activity> => {
      let page = await this.#api.page(wish, null, signal)
      const items = [...page.items]
      while (items.length < least && page.cursor !== null) {
        page = await this.#api.page(wish, page.cursor, signal)
        items.push(...page.items)
      }
      return { ...page, items }
    }
    await this.list.load(read, { of: JSON.stringify(wish), isQuiet: true })
  }
}

/** The store, created when it is first used. */
export const activityOf = (root: RootStore): ActivityStore => (root.later.activity ??= new ActivityStore(root))
