// Links as their owners see them: those of the shared path, all of them for the list, and the person's own working ones
// by path.
import { computed, makeObservable, runInAction } from 'mobx'
import type { Item } from '../../../backend/contract/resources.ts'
import type { ShareLink } from '../../../backend/contract/shares.ts'
import { ApiError } from '../api/http.ts'
import type { LinkOptions } from '../api/shares.ts'
import type { RootStore } from './RootStore.ts'
import type { Store } from './forgetting.ts'
import { Latest } from './Latest.ts'

type Links = readonly ShareLink[]

export class ShareStore implements Store {
  /** The links of the path that is being shared. */
  readonly ofPath = new Latest<Links, string>()
  readonly running = new Latest<Links>()
  readonly ended = new Latest<Links>()
  /** The person's own working links, for marks and the info panel. */
  readonly own = new Latest<Links>()
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeObservable(this, { ownByPath: computed })
  }

  /** Forgets everything, as when another person signs in. */
  readonly forget = (): void => this.#lists.forEach((list) => list.forget())

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

  /** Fetches the links of a path. */
  async load({ path }: Pick<Item, 'path'>): Promise<void> {
    await this.ofPath.load(() => this.#root.api.shares.of(path), { of: path })
  }

  /** Fetches all links. The old ones stay until they arrive. */
  async loadAll(): Promise<void> {
    const { shares } = this.#root.api
    await Promise.all([this.running.load(() => shares.list(false)), this.ended.load(() => shares.list(true))])
  }

  /** @throws ApiError */
  async create(path: string, wish: LinkOptions): Promise<ShareLink> {
    const link = await this.#root.api.shares.create(path, wish)
    for (const list of [...(path === this.ofPath.of ? [this.ofPath] : []), this.own])
      list.edit((links) => [link, ...links])
    return link
  }

  /** @throws ApiError */
  async change(hash: string, wish: LinkOptions): Promise<ShareLink> {
    const link = await this.#root.api.shares.change(hash, wish)
    const hasEnded = this.ended.value?.some((one) => one.hash === hash) === true
    if (hasEnded) await this.loadAll()
    else
      this.#replace((one) =>
        one.hash === hash ? { ...link, ...(one.username === undefined ? {} : { username: one.username }) } : one,
      )
    return link
  }

  /** @throws ApiError */
  async remove(hash: string): Promise<void> {
    try {
      await this.#root.api.shares.remove(hash)
    } catch (error) {
      // It has already been removed.
      if (!(error instanceof ApiError && error.code === 'notFound')) throw error
    }
    this.#replace((one) => (one.hash === hash ? null : one))
  }

  get #lists(): Pick<Latest<Links>, 'edit' | 'forget'>[] {
    return [this.ofPath, this.running, this.ended, this.own]
  }

  #replace(edit: (link: ShareLink) => ShareLink | null): void {
    runInAction(() => this.#lists.forEach((list) => list.edit((links) => links.flatMap((link) => edit(link) ?? []))))
  }
}
