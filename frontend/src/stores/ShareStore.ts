// The person's own working links by path, for marks and the info panel. LinkListsStore.ts has the lists of links.
import { computed, makeObservable } from 'mobx'
import type { ShareLink } from '../../../backend/contract/shares.ts'
import type { RootStore } from './RootStore.ts'
import type { Store } from './forgetting.ts'
import { Latest } from './Latest.ts'

export class ShareStore implements Store {
  readonly own = new Latest<readonly ShareLink[]>()
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeObservable(this, { ownByPath: computed })
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.own.forget()
  }

  /** The person's own links by the path of their target. */
  get ownByPath(): ReadonlyMap<string, readonly ShareLink[]> {
    return Map.groupBy(this.own.value ?? [], ({ path }) => path.replace(/(?<=.)\/$/, ''))
  }

  /** Fetches the person's own links. If that fails, the known ones stay. */
  async loadOwn(): Promise<void> {
    const { session, api } = this.#root
    const id = session.user?.id
    if (!session.can('share')) return
    await this.own.load(async () => (await api.shares.list(false)).filter(({ userID }) => userID === id))
  }
}
