// Builds every store once and hands each what it works with.
import { observable, reaction, runInAction } from 'mobx'
import type { Item } from '../../../backend/contract/resources.ts'
import type { PublicSettings } from '../../../backend/contract/settings.ts'
import type { Api } from '../api/index.ts'
import type { TokenKeeper } from '../lib/token-keeper.ts'
import { ClipboardStore } from './ClipboardStore.ts'
import { DragStore } from './DragStore.ts'
import { isStore, type Store } from './forgetting.ts'
import type { LaterStores } from './later.ts'
import { ListingStore } from './ListingStore.ts'
import { LiveStore } from './LiveStore.ts'
import { OperationsStore } from './OperationsStore.ts'
import { ScreenStore } from './ScreenStore.ts'
import { SearchStore } from './SearchStore.ts'
import { SelectionStore } from './SelectionStore.ts'
import { SessionStore } from './SessionStore.ts'
import { ShareStore } from './ShareStore.ts'
import { ThumbStore } from './ThumbStore.ts'
import { ToastStore } from './ToastStore.ts'
import { TransferStore } from './TransferStore.ts'
import { TrayStore } from './TrayStore.ts'
import { type UiOptions, UiStore } from './UiStore.ts'
import { UploadStore } from './UploadStore.ts'
import { UnfinishedUploads } from './uploads/UnfinishedUploads.ts'
import { UsageStore } from './UsageStore.ts'

/** Goes to an address of the page (without the base path); `state` is kept with the entry of the browser's history. */
export type Navigate = (to: string, options?: { replace?: boolean; state?: unknown }) => void

export interface RootOptions {
  api: Api
  settings: PublicSettings
  keeper: TokenKeeper
  ui: UiOptions
  navigate: Navigate
}

export class RootStore {
  readonly api: Api
  readonly settings: PublicSettings
  readonly navigate: Navigate
  /** What this browser keeps. */
  readonly storage: UiOptions['storage']
  readonly ui: UiStore
  readonly screen: ScreenStore
  readonly toasts: ToastStore
  readonly session: SessionStore
  readonly tray: TrayStore
  readonly operations: OperationsStore
  readonly listing: ListingStore
  readonly selection: SelectionStore<Item>
  readonly clipboard: ClipboardStore
  readonly transfers: TransferStore
  readonly uploads: UploadStore
  readonly thumbs: ThumbStore
  readonly drag: DragStore
  readonly usage: UsageStore
  readonly search: SearchStore
  readonly shares: ShareStore
  readonly live: LiveStore
  /** Those that are made by now of the stores that come later. */
  readonly later: Partial<LaterStores> = {}

  constructor({ api, settings, keeper, ui, navigate }: RootOptions) {
    this.api = api
    this.settings = observable(settings)
    this.navigate = navigate
    this.storage = ui.storage
    this.ui = new UiStore(ui)
    this.screen = new ScreenStore()
    this.toasts = new ToastStore()
    this.session = new SessionStore(api, { keeper, isNoAuth: settings.NoAuth })
    this.tray = new TrayStore(this)
    this.operations = new OperationsStore(this)
    this.listing = new ListingStore(this)
    this.selection = new SelectionStore(
      () => this.listing,
      ({ name }) => name,
    )
    this.clipboard = new ClipboardStore(this)
    this.transfers = new TransferStore(this)
    this.uploads = new UploadStore(this, new UnfinishedUploads(globalThis.indexedDB))
    this.drag = new DragStore(this)
    this.thumbs = new ThumbStore(this)
    this.usage = new UsageStore(this)
    this.search = new SearchStore(this, this.storage)
    this.shares = new ShareStore(this)
    this.live = new LiveStore(this)
    reaction(
      () => this.session.user?.id,
      () => this.forget(),
    )
  }

  /** All stores there are. */
  get stores(): Store[] {
    return [...Object.values(this), ...Object.values(this.later)].filter(isStore)
  }

  /**
   * Forgets the person who was signed in as a whole: what every store holds and runs, and what was asked of the server.
   * It comes by itself when somebody else is signed in, or nobody.
   */
  forget(): void {
    this.api.http.forget()
    runInAction(() => this.stores.forEach((store) => store.forget()))
  }

  /** Changes what the page was told at its start, where an administrator has changed it since. */
  adopt(changes: Partial<PublicSettings>): void {
    runInAction(() => Object.assign(this.settings, changes))
    if (changes.Theme !== undefined) this.ui.setDefaultTheme(changes.Theme)
  }

  /** Whether the storage keeps older versions and what was deleted: not every one does. */
  get keepsVersions(): boolean {
    return this.settings.RetentionDays >= 0
  }

  /** Whether all that is selected may change its place: the shared folder stays where it is, and keeps its name. */
  get isSelectionMovable(): boolean {
    return this.selection.items.every(({ path }) => !this.isMount(path))
  }

  /** Whether a path is the shared folder itself, which is no folder of the person's own. */
  isMount(path: string): boolean {
    return this.settings.SharedFolder !== '' && path === `/${this.settings.SharedFolder}`
  }
}
