// What a guest of a link sees: the folder or file in the address, and the selection in it.
import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { NAMES_MAX } from '../../../backend/contract/limits.ts'
import type { FolderResource, Item } from '../../../backend/contract/resources.ts'
import { isFolderResource } from '../../../backend/contract/resource-kinds.ts'
import type { PublicSettings } from '../../../backend/contract/settings.ts'
import type { SharedResource } from '../../../backend/contract/shares.ts'
import { type ApiError, toApiError } from '../api/http.ts'
import type { GuestApi, Proof } from '../api/guest.ts'
import { childOf, guestUrl, parentOf } from '../lib/paths.ts'
import { GuestPictures } from './guest/GuestPictures.ts'
import { GuestSelection } from './guest/GuestSelection.ts'
import { Latest } from './Latest.ts'

interface Found {
  found: SharedResource
  /** Null for a file that is shared on its own. */
  folder: FolderResource | null
}

export type GuestState = 'loading' | 'ready' | 'locked' | 'failed'

/** The limit for the names of an archive, because an address has a maximum length. */
const URL_MAX_LENGTH = 24_000
const NO_PROOF: Proof = { password: '', token: '' }

export class GuestStore {
  hash = ''
  /** What is at the address; for a file in a folder, with the folder that contains it. */
  readonly found = new Latest<Found>()
  /** Whether the link asks for a password that has not been given yet. */
  isLocked = false
  /** The name of what is shared. */
  rootName = ''
  expire = 0
  /** A file that is shared on its own. */
  file: Item | null = null
  /** The folder that is shown. */
  folder: FolderResource | null = null
  /** The file of the folder that is open above it. */
  opened: Item | null = null
  readonly selection: GuestSelection
  readonly pictures: GuestPictures
  #proof = NO_PROOF
  readonly #api: GuestApi

  constructor(api: GuestApi, settings: PublicSettings) {
    this.#api = api
    this.pictures = new GuestPictures(
      settings,
      (form) => api.previewUrl(this.hash, form, this.#proof),
      (item) => this.fileUrl(item, true),
    )
    this.selection = new GuestSelection(() => this.folder?.items ?? [])
    makeAutoObservable(
      this,
      {
        file: observableRef,
        folder: observableRef,
        opened: observableRef,
        selection: false,
        pictures: false,
        found: false,
      },
      { autoBind: true },
    )
  }

  get state(): GuestState {
    const { value, error, isLoading } = this.found
    if (this.isLocked) return 'locked'
    if (isLoading || (value === null && error === null)) return 'loading'
    return error === null ? 'ready' : 'failed'
  }

  get error(): ApiError | null {
    return this.found.error
  }

  /** The files of the folder, in its order. */
  get files(): readonly Item[] {
    return this.folder?.items.filter(({ isDir }) => !isDir) ?? []
  }

  /** The bytes of the folder's items, as far as they are known. */
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

  /** Opens an address: a link, and a path in it. */
  async open(hash: string, path: string): Promise<void> {
    if (hash !== this.hash) this.#begin(hash)
    const listed =
      this.folder && parentOf(path) === this.folder.path
        ? this.folder.items.find((item) => item.path === path && !item.isDir)
        : undefined
    const isFolder = this.folder?.path === path
    if (this.state === 'ready' && (listed || isFolder)) this.opened = listed ?? null
    else await this.#load(path)
  }

  async #load(path: string): Promise<void> {
    this.found.forget()
    await this.found.load(
      async (signal) => {
        try {
          const found = await this.#get(path, signal)
          // A file in a folder is shown above that folder.
          const around = isFolderResource(found) || found.path === '' ? found : await this.#get(parentOf(path), signal)
          return { found, folder: isFolderResource(around) ? around : null }
        } catch (error) {
          if (!signal.aborted) this.#noteLock(toApiError(error))
          throw error
        }
      },
      { onShown: (answer) => this.#take(answer) },
    )
  }

  async #get(path: string, signal: AbortSignal): Promise<SharedResource> {
    const found = await this.#api.get(this.hash, path, { ...this.#proof, signal })
    // From here on the token is used, which is quick to check.
    if (found.token !== undefined) this.#proof = { password: '', token: found.token }
    return found
  }

  #take({ found, folder }: Found): void {
    if (folder?.path !== this.folder?.path) this.selection.stop()
    this.folder = folder
    this.file = folder === null ? found : null
    this.opened = folder !== null && !found.isDir ? found : null
    this.rootName = found.sharedName
    this.expire = found.expire
    this.isLocked = false
  }

  /** Asks again. */
  async retry(path: string): Promise<void> {
    this.isLocked = false
    this.found.forget()
    await this.open(this.hash, path)
  }

  /** Tries a password. */
  async unlock(password: string, path: string): Promise<void> {
    this.#proof = { password, token: '' }
    await this.open(this.hash, path)
  }

  #noteLock({ code }: ApiError): void {
    runInAction(() => {
      // A guest who typed a password stays at the form: the limit, too, is shown beside the field.
      this.isLocked = code === 'passwordNeeded' || (this.isLocked && code !== 'notFound')
    })
  }

  /** Whether a wrong password was tried. */
  get isWrong(): boolean {
    return this.state === 'locked' && this.error?.code === 'passwordNeeded' && this.#proof.password !== ''
  }

  #begin(hash: string): void {
    this.hash = hash
    this.#proof = NO_PROOF
    this.found.forget()
    this.isLocked = false
    this.rootName = ''
    this.file = null
    this.folder = null
    this.opened = null
    this.selection.stop()
  }

  /** The download address of everything that is shown: the file, or the folder as an archive. */
  get downloadUrl(): string {
    return this.folder === null
      ? this.#api.fileUrl(this.hash, { path: '/' }, this.#proof)
      : this.#api.archiveUrl(this.hash, { folder: this.folder.path, names: [], format: 'zip' }, this.#proof)
  }

  /**
   * The download address of the selection: one file as it is, otherwise an archive; null if there are too many names
   * for an address.
   */
  get selectionUrl(): string | null {
    const { items, isAll } = this.selection
    if (this.folder === null || items.length === 0) return null
    const [only] = items
    if (only && items.length === 1 && !only.isDir) return this.fileUrl(only)
    const names = isAll ? [] : items.map(({ name }) => name)
    const url = this.#api.archiveUrl(this.hash, { folder: this.folder.path, names, format: 'zip' }, this.#proof)
    return names.length > NAMES_MAX || url.length > URL_MAX_LENGTH ? null : url
  }

  fileUrl(item: Pick<Item, 'path'>, isInline = false): string {
    return this.#api.fileUrl(this.hash, { path: item.path, isInline }, this.#proof)
  }

  /** The address of a film's subtitles. */
  subtitleUrl(path: string): string {
    return this.#api.subtitleUrl(this.hash, path, this.#proof)
  }

  /** Fetches the content of a text. */
  async readText(item: Item): Promise<string> {
    return this.#api.text(this.#api.textPath(this.hash, item.path, this.#proof))
  }

  /** Fetches the bytes of a file. @throws ApiError */
  async readBytes(item: Item, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    return this.#api.bytes(this.#api.textPath(this.hash, item.path, this.#proof), signal)
  }

  /** The address of an item on the guest's page, below the base path. */
  addressOf({ name, isDir }: Pick<Item, 'name' | 'isDir'>): string {
    return guestUrl(this.hash, childOf(this.folder?.path ?? '/', name), isDir)
  }
}
