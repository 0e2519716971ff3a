// What a guest sees who came by a link: the folder or file that the address names, and what of it is selected.
import { makeAutoObservable, observableRef } from 'mobx'
import { NAMES_MAX } from '../../../backend/contract/limits.ts'
import type { FolderResource, Item } from '../../../backend/contract/resources.ts'
import { isFolderResource } from '../../../backend/contract/resource-kinds.ts'
import type { SharedResource } from '../../../backend/contract/shares.ts'
import { ApiError } from '../api/http.ts'
import type { Proof } from '../api/shares.ts'
import { isPictured } from '../lib/pictures.ts'
import { childOf, guestUrl, parentOf } from '../lib/paths.ts'
import type { RootStore } from './RootStore.ts'
import type { PictureSources } from './ThumbStore.ts'
import { rememberBlank, type Store } from './forgetting.ts'

export type GuestState = 'loading' | 'ready' | 'locked' | 'failed'

/** Names that one archive can be asked for: an address has an end. */
const URL_MAX_LENGTH = 24_000
const NO_PROOF: Proof = { password: '', token: '' }

export class GuestStore implements Store {
  hash = ''
  state: GuestState = 'loading'
  error: ApiError | null = null
  /** What is shared is called. */
  rootName = ''
  expire = 0
  /** A file that is shared by itself. */
  file: Item | null = null
  /** The folder that is shown. */
  folder: FolderResource | null = null
  /** The file of the folder that lies open above it. */
  opened: Item | null = null
  isSelecting = false
  selected: ReadonlySet<string> = new Set()
  text: { url: string; content: string | null; error: ApiError | null } = { url: '', content: null, error: null }
  #proof = NO_PROOF
  #request: AbortController | null = null
  readonly #root: RootStore
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(
      this,
      {
        file: observableRef,
        folder: observableRef,
        opened: observableRef,
        error: observableRef,
        selected: observableRef,
        text: observableRef,
      },
      { autoBind: true },
    )
    this.#blank = rememberBlank(this)
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.#request?.abort()
    this.#proof = NO_PROOF
    this.#blank()
  }

  /** Files of the folder, in its order. */
  get files(): readonly Item[] {
    return this.folder?.items.filter(({ isDir }) => !isDir) ?? []
  }

  get folders(): readonly Item[] {
    return this.folder?.items.filter(({ isDir }) => isDir) ?? []
  }

  /** Bytes of the folder's items, as far as they are told. */
  get size(): number {
    return this.folder?.items.reduce((sum, { size }) => sum + size, 0) ?? 0
  }

  get previous(): Item | null {
    return this.#beside(-1)
  }

  get next(): Item | null {
    return this.#beside(1)
  }

  #beside(step: number): Item | null {
    const at = this.files.findIndex(({ path }) => path === this.opened?.path)
    return at < 0 ? null : (this.files[at + step] ?? null)
  }

  /** Opens what an address names: a link, and a path in it. */
  async open(hash: string, path: string): Promise<void> {
    this.#request?.abort()
    const request = new AbortController()
    this.#request = request
    if (hash !== this.hash) this.#begin(hash)
    const listed =
      this.folder && parentOf(path) === this.folder.path
        ? this.folder.items.find((item) => item.path === path && !item.isDir)
        : undefined
    if (this.state === 'ready' && listed) return this.show(listed)
    if (this.state === 'ready' && this.folder?.path === path) return this.show(null)
    await this.#load(path, request.signal)
  }

  async #load(path: string, signal: AbortSignal): Promise<void> {
    if (this.state !== 'locked') this.setState('loading')
    try {
      const found = await this.#get(path, signal)
      // A file in a folder lies open above it.
      const around = isFolderResource(found) || found.path === '' ? found : await this.#get(parentOf(path), signal)
      if (!signal.aborted) this.take(found, isFolderResource(around) ? around : null)
    } catch (error) {
      if (signal.aborted) return
      const known = error instanceof ApiError ? error : new ApiError(500, 'internal', String(error), { cause: error })
      this.fail(known)
    }
  }

  async #get(path: string, signal: AbortSignal): Promise<SharedResource> {
    const found = await this.#root.api.guest.get(this.hash, path, this.#proof, signal)
    // From here on the token does, which is quick to look at.
    if (found.token !== undefined) this.#proof = { password: '', token: found.token }
    return found
  }

  take(found: SharedResource, folder: FolderResource | null): void {
    if (folder?.path !== this.folder?.path) this.stopSelecting()
    this.folder = folder
    this.file = folder === null ? found : null
    this.opened = folder !== null && !found.isDir ? found : null
    this.rootName = found.sharedName
    this.expire = found.expire
    this.error = null
    this.state = 'ready'
  }

  /** Asks for the same again. */
  async retry(path: string): Promise<void> {
    this.setState('loading')
    await this.open(this.hash, path)
  }

  /** Tries a password. */
  async unlock(password: string, path: string): Promise<void> {
    this.#proof = { password, token: '' }
    this.error = null
    await this.open(this.hash, path)
  }

  fail(error: ApiError): void {
    this.error = error
    // What a guest types is looked at again and again: the limit, too, is told beside the field.
    this.state =
      error.code === 'passwordNeeded' || (this.state === 'locked' && error.code !== 'notFound') ? 'locked' : 'failed'
  }

  /** Whether a password was tried that did not open. */
  get isWrong(): boolean {
    return this.state === 'locked' && this.error?.code === 'passwordNeeded' && this.#proof.password !== ''
  }

  #begin(hash: string): void {
    this.hash = hash
    this.#proof = NO_PROOF
    this.state = 'loading'
    this.error = null
    this.rootName = ''
    this.file = null
    this.folder = null
    this.opened = null
    this.stopSelecting()
  }

  setState(state: GuestState): void {
    this.state = state
  }

  show(item: Item | null): void {
    this.opened = item
    this.error = null
  }

  startSelecting(): void {
    this.isSelecting = true
  }

  stopSelecting(): void {
    this.isSelecting = false
    this.selected = new Set()
  }

  toggle(name: string): void {
    const names = new Set(this.selected)
    if (!names.delete(name)) names.add(name)
    this.selected = names
  }

  /** Everything, or nothing where all is selected. */
  toggleAll(): void {
    const all = this.folder?.items ?? []
    this.selected = this.selected.size === all.length ? new Set() : new Set(all.map(({ name }) => name))
  }

  get isAllSelected(): boolean {
    return this.folder !== null && this.selected.size === this.folder.items.length
  }

  /** Where the whole of what is shown comes from: the file, or the folder as an archive. */
  get downloadUrl(): string {
    const { guest } = this.#root.api
    return this.folder === null
      ? guest.fileUrl(this.hash, '/', this.#proof)
      : guest.archiveUrl(this.hash, { folder: this.folder.path, names: [], format: 'zip' }, this.#proof)
  }

  /**
   * Where the selected comes from: one file as it is, else an archive; null when it is too much to be named in an
   * address.
   */
  get selectionUrl(): string | null {
    if (this.folder === null || this.selected.size === 0) return null
    const chosen = this.folder.items.filter(({ name }) => this.selected.has(name))
    const [only] = chosen
    if (only && chosen.length === 1 && !only.isDir) return this.fileUrl(only)
    const names = this.isAllSelected ? [] : chosen.map(({ name }) => name)
    const url = this.#root.api.guest.archiveUrl(
      this.hash,
      { folder: this.folder.path, names, format: 'zip' },
      this.#proof,
    )
    return names.length > NAMES_MAX || url.length > URL_MAX_LENGTH ? null : url
  }

  fileUrl(item: Item, isInline = false): string {
    return this.#root.api.guest.fileUrl(this.hash, item.path === '' ? '/' : item.path, this.#proof, isInline)
  }

  /** The small picture of a file; null where there is none. */
  thumbOf(item: Item): string | null {
    const { EnableThumbs, VideoThumbs } = this.#root.settings
    return EnableThumbs && isPictured(item, VideoThumbs) ? this.#preview('thumb', item) : null
  }

  /**
   * All sizes of a picture; of a film, its stills. The file itself is a download, so whatever can be drawn is looked at
   * in a smaller size.
   */
  sourcesOf(item: Item): PictureSources {
    const { ResizePreview, VideoThumbs } = this.#root.settings
    const isBig = ResizePreview && isPictured(item, VideoThumbs)
    return {
      thumb: item.resolution ? this.thumbOf(item) : null,
      big: isBig ? this.#preview('big', item) : null,
      original: this.fileUrl(item, true),
    }
  }

  #preview(size: 'thumb' | 'big', { path, modified, size: bytes }: Item): string {
    return this.#root.api.guest.previewUrl(
      this.hash,
      { path: path === '' ? '/' : path, size, key: `${modified}-${bytes}` },
      this.#proof,
    )
  }

  /** Fetches a text's content. */
  async loadText(item: Item): Promise<void> {
    const { guest } = this.#root.api
    const url = guest.textPath(this.hash, item.path === '' ? '/' : item.path, this.#proof)
    if (this.text.url === url && this.text.error === null) return
    this.noteText({ url, content: null, error: null })
    try {
      const content = await guest.text(url)
      if (this.text.url === url) this.noteText({ url, content, error: null })
    } catch (error) {
      if (this.text.url === url)
        this.noteText({
          url,
          content: null,
          error: error instanceof ApiError ? error : new ApiError(500, 'internal', String(error), { cause: error }),
        })
    }
  }

  noteText(text: GuestStore['text']): void {
    this.text = text
  }

  /** The address of an item of the page, below the base path. */
  addressOf({ name, isDir }: Pick<Item, 'name' | 'isDir'>): string {
    return guestUrl(this.hash, childOf(this.folder?.path ?? '/', name), isDir)
  }
}
