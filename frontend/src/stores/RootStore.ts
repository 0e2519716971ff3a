// Creates every store once and gives each what it needs.
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
import { type ChosenItems, ScreenStore } from './ScreenStore.ts'
import type { SearchStore } from './SearchStore.ts'
import { SelectionStore } from './SelectionStore.ts'
import { SessionStore } from './SessionStore.ts'
import { ShareStore } from './ShareStore.ts'
import { ThumbStore } from './ThumbStore.ts'
import { ToastStore } from './ToastStore.ts'
import { TransferStore } from './TransferStore.ts'
import { TrayStore } from './TrayStore.ts'
import { type UiOptions, UiStore } from './UiStore.ts'
import { UploadStore } from './UploadStore.ts'
import { UsageStore } from './UsageStore.ts'
import { ViewStore } from './ViewStore.ts'

/** Goes to an address of the page (without the base path). `state` is kept with the entry of the browser's history. */
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
  /** The browser's storage. */
  readonly storage: UiOptions['storage']
  readonly ui: UiStore
  readonly screen: ScreenStore
  readonly toasts: ToastStore
  readonly session: SessionStore
  readonly tray: TrayStore
  readonly operations: OperationsStore
  readonly views: ViewStore
  readonly listing: ListingStore
  readonly selection: SelectionStore<Item>
  readonly clipboard: ClipboardStore
  readonly transfers: TransferStore
  readonly uploads: UploadStore
  readonly thumbs: ThumbStore
  readonly drag: DragStore
  readonly usage: UsageStore
  readonly shares: ShareStore
  readonly live: LiveStore
  /** The later stores that have been created so far. */
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
    this.views = new ViewStore(this)
    this.listing = new ListingStore(this)
    this.selection = new SelectionStore(
      () => this.listing,
      ({ name }) => name,
    )
    this.clipboard = new ClipboardStore(this)
    this.transfers = new TransferStore(this)
    this.uploads = new UploadStore(this)
    this.drag = new DragStore(this)
    this.thumbs = new ThumbStore(this)
    this.usage = new UsageStore(this)
    this.shares = new ShareStore(this)
    this.live = new LiveStore(this)
    reaction(
      () => this.session.user?.id,
      () => this.forget(),
    )
  }

  /** All existing stores. */
  get stores(): Store[] {
    return [...Object.values(this), ...Object.values(this.later)].filter(isStore)
  }

  /**
   * Forgets the previous person completely: everything that stores hold and run, and all pending calls. It happens
   * automatically when somebody else signs in, or the person signs out.
   */
  forget(): void {
    this.api.http.forget()
    runInAction(() => this.stores.forEach((store) => store.forget()))
  }

  /** Updates settings from the start of the page that an administrator has changed since. */
  adopt(changes: Partial<PublicSettings>): void {
    runInAction(() => Object.assign(this.settings, changes))
    if (changes.Theme !== undefined) this.ui.setDefaultTheme(changes.Theme)
  }

  /** Whether the storage keeps older versions and deleted files, which not every one does. */
  get keepsVersions(): boolean {
    return this.settings.RetentionDays >= 0
  }

  /** The items that commands work on: those selected on the current screen. */
  get chosen(): ChosenItems {
    return this.screen.items ?? this.selection
  }

  /** The search, while it is shown in place of a folder; null otherwise, also before its store has come. */
  get shownSearch(): SearchStore | null {
    const { search } = this.later
    return search?.isShown === true ? search : null
  }

  /** Whether everything selected can be moved: the shared folder cannot be moved or renamed. */
  get isSelectionMovable(): boolean {
    return this.chosen.items.every(({ path }) => !this.isMount(path))
  }

  /** Whether a path is the shared folder itself, which is not the person's own. */
  isMount(path: string): boolean {
    return this.settings.SharedFolder !== '' && path === `/${this.settings.SharedFolder}`
  }
}
