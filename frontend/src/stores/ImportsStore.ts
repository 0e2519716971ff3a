// What the server fetches for the person: torrents, videos and links. A socket tells how they change; without one the
// page asks.
import { makeAutoObservable } from 'mobx'
import type { VideoPreset } from '../../../backend/contract/import-kinds.ts'
import type {
  ChangeImportBody,
  ImportBody,
  ImportList,
  ImportRecord,
  ImportsStarted,
} from '../../../backend/contract/imports.ts'
import { IMPORT_LINKS_MAX } from '../../../backend/contract/limits.ts'
import { createImportsApi, type TorrentOptions } from '../api/imports.ts'
import { hasEnded, placeAfterStep, sortImports } from '../lib/import-facts.ts'
import type { RootStore } from './RootStore.ts'
import { rememberBlank, type Store } from './forgetting.ts'
import { tellEnd } from './imports/ends.ts'
import { Latest } from './Latest.ts'

/** As specified for the progress of torrents. */
const POLL_MS = 5_000

/** What is chosen for links, besides where they go. */
export interface ImportOptions extends Partial<TorrentOptions> {
  kind?: ImportBody['kind']
  preset?: VideoPreset
  subtitles?: boolean
  entries?: boolean
  checksum?: string
  chosen?: string[]
  clip?: ImportBody['clip']
  /** Whether links that were imported before are imported once more. */
  again?: boolean
}

/** What did not begin: links that were refused, and those that were imported before. */
export type NotStarted = Pick<ImportsStarted, 'refused' | 'known'>

const NONE: ImportList = { items: [], worker: true, missing: [] }

export class ImportsStore implements Store {
  readonly list = new Latest<ImportList>()
  /** Whether an administrator looks at everybody's. */
  isAll = false
  /** How many screens show them. */
  #shown = 0
  #timer: ReturnType<typeof setInterval> | undefined
  readonly calls: ReturnType<typeof createImportsApi>
  readonly #root: RootStore
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    this.calls = createImportsApi(root.api.http)
    makeAutoObservable(this, { list: false, calls: false }, { autoBind: true })
    this.#blank = rememberBlank(this)
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.unfollow()
    this.#blank()
  }

  /** What is known so far. */
  get known(): ImportList {
    return this.list.value ?? NONE
  }

  get items(): readonly ImportRecord[] {
    return sortImports(this.known.items)
  }

  get own(): readonly ImportRecord[] {
    const name = this.#root.session.user?.username
    return this.items.filter(({ username }) => username === name)
  }

  /** The person's own ones that have not ended. */
  get underWay(): readonly ImportRecord[] {
    return this.own.filter((item) => !hasEnded(item))
  }

  /** Those of them that are not paused, and how far these are together, in whole percent. */
  get active(): readonly ImportRecord[] {
    return this.underWay.filter(({ state }) => state !== 'paused')
  }

  get percent(): number {
    return Math.floor(this.active.reduce((sum, { progress }) => sum + progress, 0) / Math.max(1, this.active.length))
  }

  /** Of each person that is shown, those that wait for a worker in their order. */
  waitingWith({ username }: ImportRecord): readonly ImportRecord[] {
    return this.items.filter((item) => item.state === 'waiting' && item.username === username)
  }

  get isAllowed(): boolean {
    const { session } = this.#root
    return session.can('importTorrents') || session.can('importYouTube')
  }

  /** Keeps the list up to date as long as the person is signed in. */
  follow(): void {
    this.unfollow()
    if (!this.isAllowed) return
    void this.refresh()
    this.#timer = setInterval(() => void this.#poll(), POLL_MS)
  }

  unfollow(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** A screen shows the list. Returns a function for when it is left. */
  show(): () => void {
    this.#shown += 1
    void this.refresh()
    return () => {
      this.#shown -= 1
      if (this.isAll) this.setAll(false)
    }
  }

  setAll(isAll: boolean): void {
    this.isAll = isAll
    void this.refresh()
  }

  async refresh(): Promise<void> {
    await this.list.load((signal) => this.calls.list(this.isAll ? { all: true } : {}, signal), { isQuiet: true })
  }

  /** Takes what a socket tells: the state of an import, or null for one that is no longer listed. */
  apply(id: string, record: ImportRecord | null): void {
    const before = this.known.items.find((item) => item.id === id)
    const isMine = record?.username === this.#root.session.user?.username
    const shown = record === null || !(isMine || this.isAll) ? [] : [record]
    this.list.tell((list) => ({ ...list, items: [...list.items.filter((item) => item.id !== id), ...shown] }))
    if (record === null || !isMine || before === undefined || hasEnded(before) || !hasEnded(record)) return
    void this.#root.usage.refresh()
    // A screen that shows the imports tells it itself.
    if (this.#shown === 0) tellEnd(this.#root, record)
  }

  /** Starts links, as many at a time as a call may have. @throws ApiError */
  async startLinks(links: readonly string[], { target = '', ...wish }: ImportOptions): Promise<NotStarted> {
    const rest: NotStarted = { refused: [], known: [] }
    const options = { ...wish, ...(target === '' ? {} : { target }) }
    for (let at = 0; at < links.length; at += IMPORT_LINKS_MAX) {
      const answer = await this.calls.start({ ...options, links: links.slice(at, at + IMPORT_LINKS_MAX) })
      rest.refused.push(...answer.refused)
      rest.known.push(...answer.known)
    }
    await this.refresh()
    return rest
  }

  async pause({ id }: ImportRecord): Promise<void> {
    await this.#attempt(() => this.calls.pause(id))
  }

  /** Continues a paused one, or tries a failed one again. */
  async resume({ id }: ImportRecord): Promise<void> {
    await this.#attempt(() => this.calls.resume(id))
  }

  /** Lets a torrent verify what it has fetched. */
  async check({ id }: ImportRecord): Promise<void> {
    await this.#attempt(() => this.calls.check(id))
  }

  async move(record: ImportRecord, step: 1 | -1): Promise<void> {
    const place = placeAfterStep(this.waitingWith(record), record.id, step)
    if (place !== null) await this.#attempt(() => this.calls.change(record.id, { place }))
  }

  async setInOrder({ id }: ImportRecord, inOrder: boolean): Promise<void> {
    await this.#attempt(() => this.calls.change(id, { inOrder }))
  }

  /** Changes which files come, and the like. @throws ApiError */
  async change(id: string, change: ChangeImportBody): Promise<void> {
    await this.calls.change(id, change)
    await this.refresh()
  }

  /** Stops one for good, or takes an ended one from the list. @throws ApiError */
  async remove(record: ImportRecord): Promise<void> {
    const isOwnTorrent = record.kind === 'torrent' && record.username === this.#root.session.user?.username
    await (isOwnTorrent ? this.calls.cancelTorrent(record.name) : this.calls.remove(record.id))
    this.apply(record.id, null)
  }

  async clear(): Promise<void> {
    await this.#attempt(() => this.calls.clear())
  }

  async #attempt(call: () => Promise<unknown>): Promise<void> {
    try {
      await call()
    } catch (error) {
      this.#root.toasts.error(error)
    }
    await this.refresh()
  }

  /** Asks only for what the socket does not tell. */
  async #poll(): Promise<void> {
    const { live } = this.#root
    const isNeeded = this.#shown > 0 || this.underWay.length > 0
    if (!live.isVisible || !isNeeded || (live.isLive && !this.#isUntold)) return
    if (this.#isUntold || !(await this.#pollTorrents())) await this.refresh()
  }

  /** Whether a screen shows what no socket tells: the imports of others, and why imports wait. */
  get #isUntold(): boolean {
    const isWaiting = !this.known.worker || this.own.some(({ state }) => state === 'waiting')
    return this.isAll || (this.#shown > 0 && isWaiting)
  }

  /** Returns whether the progress of torrents is all that can have changed. */
  async #pollTorrents(): Promise<boolean> {
    const { own } = this
    try {
      const told = await this.calls.torrentProgress()
      const isKnown = (item: ImportRecord) =>
        item.kind === 'torrent' && told[item.name]?.done === (item.state === 'done') && item.state !== 'failed'
      if (Object.keys(told).length !== own.length || !own.every(isKnown)) return false
      this.list.edit((list) => ({
        ...list,
        items: list.items.map((item) => ({ ...item, ...progressOf(told[item.name]) })),
      }))
    } catch (error) {
      // As specified: it is only logged. The next try comes soon.
      console.error(error)
    }
    return true
  }
}

const progressOf = (told: { progress: number; downloaded: number; total: number } | undefined) =>
  told === undefined ? {} : { progress: told.progress, downloaded: told.downloaded, total: told.total }

/** The store, created when it is first used. */
export const importsOf = (root: RootStore): ImportsStore => (root.later.imports ??= new ImportsStore(root))
