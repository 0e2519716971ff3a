// Links as their owners see them: those of the shared path, and all of them for the list. What is done to one is seen
// in the person's own (ShareStore.ts), too.
import { runInAction } from 'mobx'
import type { Item } from '../../../backend/contract/resources.ts'
import type { ShareLink } from '../../../backend/contract/shares.ts'
import { ApiError } from '../api/http.ts'
import type { LinkOptions } from '../api/shares.ts'
import type { RootStore } from './RootStore.ts'
import type { Store } from './forgetting.ts'
import { Latest } from './Latest.ts'

type Links = readonly ShareLink[]

export class LinkListsStore implements Store {
  /** The links of the path that is being shared. */
  readonly ofPath = new Latest<Links, string>()
  readonly running = new Latest<Links>()
  readonly ended = new Latest<Links>()
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
  }

  /** Forgets everything, as when another person signs in, or when nobody looks at it any more. */
  readonly forget = (): void => this.#lists.forEach((list) => list.forget())

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
    for (const list of [...(path === this.ofPath.of ? [this.ofPath] : []), this.#root.shares.own])
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
    return [this.ofPath, this.running, this.ended]
  }

  #replace(edit: (link: ShareLink) => ShareLink | null): void {
    const lists = [...this.#lists, this.#root.shares.own]
    runInAction(() => lists.forEach((list) => list.edit((links) => links.flatMap((link) => edit(link) ?? []))))
  }
}

/** The store, created when it is first used. */
export const linkListsOf = (root: RootStore): LinkListsStore => (root.later.linkLists ??= new LinkListsStore(root))
