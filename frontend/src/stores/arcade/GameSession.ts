// One game in one tab: the emulator, its saves and its states.
import { makeAutoObservable, reaction, runInAction } from 'mobx'
import { ApiError } from '../../api/http.ts'
import { createTextsApi } from '../../api/texts.ts'
import { BrowserRecords } from '../../lib/browser-records.ts'
import { type GamePaths, pathsOfGame } from '../../lib/game-paths.ts'
import { carryOut } from '../operations/carry-out.ts'
import type { RootStore } from '../RootStore.ts'
import { type Controls, GameControls } from './GameControls.ts'
import { GameSaves, type KeptSave, type SaveBytes, type SaveKeeping } from './GameSaves.ts'
import { GameSlots } from './GameSlots.ts'

/** What the session asks of the running emulator. */
export interface Machine {
  /** Makes the game write its save, which then arrives at `noteSave`. */
  flush(): void
  /** Starts the game anew with a save. */
  playFrom(bytes: SaveBytes): void
  state(): SaveBytes
  loadState(bytes: SaveBytes): void
  screenshot(): Promise<SaveBytes>
  /** Which keys and buttons it is played with. */
  controls(): Controls
  playWith(controls: Controls): void
  /** Lets go of all keys: what is above the game hears that they are let go of. */
  release(): void
}

/** How often the game is asked for its save. */
const FLUSH_MS = 5_000
/** How often a picture is made of what is saved. */
const POSTER_MS = 60_000

export class GameSession {
  readonly saves: GameSaves
  readonly slots: GameSlots
  readonly controls: GameControls
  readonly paths: GamePaths
  isPlaying = false
  /** Whether the panel with saves and states is open. */
  isPanelOpen = false
  readonly #root: RootStore
  #machine: Machine | null = null
  readonly #ended = new AbortController()
  #posterAt = 0

  constructor(root: RootStore, rom: string) {
    this.#root = root
    this.paths = pathsOfGame(rom, root.settings.SharedFolder)
    this.slots = new GameSlots(root, this.paths)
    this.controls = new GameControls(root, this.paths.controls)
    this.saves = new GameSaves({
      path: this.paths.save,
      texts: createTextsApi(root.api.http),
      keeping: keepingOf(`${root.session.user?.id ?? 0} ${this.paths.save}`),
      modifiedAt: async (path) => (await root.api.resources.get(path)).modified,
      onReplaced: (bytes) => this.#machine?.playFrom(bytes),
    })
    makeAutoObservable(this, { saves: false, slots: false, controls: false, paths: false }, { autoBind: true })
  }

  /** The game runs, with this save and these keys if there are any. */
  begin(machine: Machine, { save, controls }: { save: SaveBytes | null; controls: Controls | null }): void {
    this.#machine = machine
    if (save !== null) machine.playFrom(save)
    if (controls !== null) machine.playWith(controls)
    this.controls.begin(machine.controls())
    this.isPlaying = true
    const { signal } = this.#ended
    const endReleases = reaction(
      () => this.isPanelOpen || this.saves.conflict !== null,
      () => machine.release(),
    )
    signal.addEventListener('abort', endReleases)
    const endPosters = reaction(
      () => this.saves.savedAt,
      () => void this.#putPoster(machine),
    )
    signal.addEventListener('abort', endPosters)
    const timer = setInterval(() => this.flush(), FLUSH_MS)
    signal.addEventListener('abort', () => clearInterval(timer))
    document.addEventListener('visibilitychange', () => this.flush(), { signal })
    window.addEventListener('pagehide', () => this.flush(), { signal })
    window.addEventListener(
      'beforeunload',
      (event) => {
        this.flush()
        if (!this.saves.isSafe) event.preventDefault()
      },
      { signal },
    )
  }

  /** Now and then a stored save gets a picture, by which the gallery shows it. It may be missing. */
  async #putPoster(machine: Machine): Promise<void> {
    if (Date.now() < this.#posterAt + POSTER_MS) return
    this.#posterAt = Date.now()
    await this.slots.putPoster(await machine.screenshot()).catch(() => undefined)
  }

  end(): void {
    this.#ended.abort()
  }

  /** Ignored before the game runs: until then the emulator does not have this person's save. */
  noteSave(bytes: SaveBytes | null): void {
    if (this.isPlaying) this.saves.note(bytes)
  }

  flush(): void {
    this.#machine?.flush()
    void this.saves.store()
    if (this.#machine !== null) void this.controls.store(this.#machine.controls())
  }

  /** Stores what the game has saved and its current state, then goes to another page. */
  async leave(url: string): Promise<void> {
    this.flush()
    await this.attempt(() => this.saveState())
    await this.saves.store()
    location.assign(url)
  }

  setPanelOpen(isOpen: boolean): void {
    this.isPanelOpen = isOpen
    if (isOpen) void this.slots.load()
  }

  /** Does something that may fail; a toast says why. */
  async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#root.toasts.error(error)
    }
  }

  /** Keeps this moment in a slot; without one, in the next. */
  async saveState(slot?: number): Promise<void> {
    if (this.#machine === null) return
    const state = this.#machine.state().slice()
    const picture = await this.#machine.screenshot()
    const to = slot ?? (await this.slots.nextSlot())
    await this.slots.save(to, { state, picture })
    this.#root.toasts.success({ key: 'arcade.saves.stateSaved', values: { slot: to } })
  }

  async loadState(slot: number): Promise<void> {
    this.#machine?.loadState(await this.slots.read(slot))
    this.setPanelOpen(false)
  }

  async takeScreenshot(): Promise<void> {
    if (this.#machine === null) return
    await this.slots.putScreenshot(await this.#machine.screenshot())
    this.#root.toasts.success({ key: 'arcade.saves.screenshotSaved' })
  }

  /** Copies the save to the shared folder, for others to take. */
  async handOver(): Promise<void> {
    const { save, shared } = this.paths
    if (shared === null) return
    this.flush()
    await this.saves.store()
    await carryOut(this.#root, { path: save, action: 'copy', destination: shared, override: true })
    this.#root.toasts.success({ key: 'arcade.saves.handedOver' })
  }

  /** Goes on with the save that somebody has handed over. One's own stays as an older version. */
  async take(): Promise<void> {
    const { shared } = this.paths
    if (shared === null) return
    try {
      const { bytes } = await createTextsApi(this.#root.api.http).read(shared)
      this.saves.note(bytes)
      this.#machine?.playFrom(bytes)
      this.setPanelOpen(false)
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'notFound')) throw error
      runInAction(() => this.#root.toasts.show({ kind: 'plain', message: { key: 'arcade.saves.nothingHandedOver' } }))
    }
  }
}

/** Unstored saves in this browser, by person and file. */
function keepingOf(key: string): SaveKeeping {
  const records = new BrowserRecords(window.indexedDB, { database: 'nido-saves', store: 'saves', keyPath: 'key' })
  return {
    get: () =>
      records
        .do('readonly', (store) => store.get(key) as IDBRequest<KeptSave | undefined>)
        .then((found) => found ?? null),
    put: async (save) => void (await records.do('readwrite', (store) => store.put({ key, ...save }))),
    remove: async () => void (await records.do('readwrite', (store) => store.delete(key))),
  }
}
