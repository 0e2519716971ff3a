// Links as their owners see them: those of the place that is being shared, all of them for the list, and one's own that
// work, by their places.
import { makeAutoObservable, observableRef } from 'mobx'
import type { Item } from '../../../backend/contract/resources.ts'
import type { ShareLink } from '../../../backend/contract/shares.ts'
import { ApiError } from '../api/http.ts'
import type { LinkWish } from '../api/shares.ts'
import type { RootStore } from './RootStore.ts'
import { rememberBlank, type Store } from './forgetting.ts'

/** Links that are fetched: null until they are there. */
export interface LinkList {
  links: readonly ShareLink[] | null
  error: ApiError | null
}

const UNKNOWN: LinkList = { links: null, error: null }

export class ShareStore implements Store {
  /** The path that is being shared; '' for none. */
  path = ''
  ofPath: LinkList = UNKNOWN
  running: LinkList = UNKNOWN
  ended: LinkList = UNKNOWN
  /** One's own that work, for marks and the info panel. */
  own: LinkList = UNKNOWN
  readonly #root: RootStore
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(
      this,
      { ofPath: observableRef, running: observableRef, ended: observableRef, own: observableRef },
      { autoBind: true },
    )
    this.#blank = rememberBlank(this)
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.#blank()
  }

  /** One's own links by the path of what they lead to. */
  get ownByPath(): ReadonlyMap<string, readonly ShareLink[]> {
    return Map.groupBy(this.own.links ?? [], ({ path }) => path.replace(/(?<=.)\/$/, ''))
  }

  /** Fetches one's own links; where that fails, those that were known stay. */
  async loadOwn(): Promise<void> {
    const { session, api } = this.#root
    const id = session.user?.id
    if (!session.can('share')) return
    const { links, error } = await listed(api.shares.list(false))
    if (session.user?.id === id)
      this.put('own', { links: links?.filter(({ userID }) => userID === id) ?? this.own.links, error })
  }

  /** Fetches the links of a place. */
  async load({ path }: Pick<Item, 'path'>): Promise<void> {
    if (path !== this.path) this.put('ofPath', UNKNOWN)
    this.path = path
    const list = await listed(this.#root.api.shares.of(path))
    if (this.path === path) this.put('ofPath', list.error === null ? list : { ...list, links: this.ofPath.links })
  }

  /** Fetches all links; what is shown already stays until they are there. */
  async loadAll(): Promise<void> {
    const { shares } = this.#root.api
    const [running, ended] = await Promise.all([listed(shares.list(false)), listed(shares.list(true))])
    this.put('running', running)
    this.put('ended', ended)
  }

  /** @throws ApiError */
  async create(path: string, wish: LinkWish): Promise<ShareLink> {
    const link = await this.#root.api.shares.create(path, wish)
    if (path === this.path) this.put('ofPath', { links: [link, ...(this.ofPath.links ?? [])], error: null })
    if (this.own.links !== null) this.put('own', { links: [link, ...this.own.links], error: null })
    return link
  }

  /** @throws ApiError */
  async change(hash: string, wish: LinkWish): Promise<ShareLink> {
    const link = await this.#root.api.shares.change(hash, wish)
    const hasEnded = this.ended.links?.some((one) => one.hash === hash) === true
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
      // Somebody was faster: it is gone.
      if (!(error instanceof ApiError && error.code === 'notFound')) throw error
    }
    this.#replace((one) => (one.hash === hash ? null : one))
  }

  /** Nobody looks any more. */
  leave(): void {
    this.path = ''
    this.put('ofPath', UNKNOWN)
  }

  put(which: 'ofPath' | 'running' | 'ended' | 'own', list: LinkList): void {
    this[which] = list
  }

  #replace(edit: (link: ShareLink) => ShareLink | null): void {
    for (const which of ['ofPath', 'running', 'ended', 'own'] as const) {
      const { links, error } = this[which]
      if (links) this.put(which, { links: links.flatMap((link) => edit(link) ?? []), error })
    }
  }
}

async function listed(asked: Promise<ShareLink[]>): Promise<LinkList> {
  try {
    return { links: await asked, error: null }
  } catch (error) {
    return {
      links: null,
      error: error instanceof ApiError ? error : new ApiError(500, 'internal', String(error), { cause: error }),
    }
  }
}
