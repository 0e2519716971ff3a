// The battery save of one game: an ordinary file of the person. What the game writes is first kept in this browser,
// then stored, and only over what this browser has seen. So nothing is lost by a closed tab, a full disk or another
// device.
import { makeAutoObservable, runInAction } from 'mobx'
import { ApiError, isTransient } from '../../api/http.ts'
import type { TextsApi } from '../../api/texts.ts'

export type SaveBytes = Uint8Array<ArrayBuffer>

/** A save as the server has it. `tag` is its ETag. */
export interface StoredSave {
  bytes: SaveBytes
  tag: string
}

/** A save that is not stored yet. `tag`: what it was played from; '' if there was no save. */
export interface KeptSave extends StoredSave {
  at: number
}

/** Where unstored saves are kept. */
export interface SaveKeeping {
  get(): Promise<KeptSave | null>
  put(save: KeptSave): Promise<void>
  remove(): Promise<void>
}

/** Two saves of which neither follows from the other. */
export interface SaveConflict {
  mine: Pick<KeptSave, 'at'>
  /** When the other one was stored (RFC 3339), if that is known. */
  theirs: { at: string }
}

export type SaveChoice = 'mine' | 'theirs'

/** `none`: the game has saved nothing yet. `waiting`: it is tried again. */
export type GameSaveState = 'none' | 'saved' | 'saving' | 'waiting' | 'full' | 'denied'

export interface GameSavesOptions {
  /** The path of the save. */
  path: string
  texts: TextsApi
  keeping: SaveKeeping
  /** When a file was changed (RFC 3339). @throws ApiError */
  modifiedAt(path: string): Promise<string>
  /** Replaces the save in the running game. */
  onReplaced(bytes: SaveBytes): void
}

const RETRY_MS = 5_000
/** The same if the server refuses it. */
const REFUSED_MS = 30_000
/** A free name is looked for among so many. */
const NAMES_MAX = 20

export class GameSaves {
  state: GameSaveState = 'none'
  /** When the last save was stored, in ms since 1970. */
  savedAt: number | null = null
  /** What the person is asked to choose from. */
  conflict: SaveConflict | null = null
  readonly #options: GameSavesOptions
  /** What is stored, as far as this page knows. */
  #stored: StoredSave | null = null
  /** What is to be stored. */
  #next: SaveBytes | null = null
  #isOpen = false
  #isStoring = false
  #retryAt = 0
  #answer: ((choice: SaveChoice) => void) | null = null

  constructor(options: GameSavesOptions) {
    this.#options = options
    makeAutoObservable(this, {}, { autoBind: true })
  }

  /** Whether everything that the game has saved is stored. */
  get isSafe(): boolean {
    return this.state === 'none' || this.state === 'saved'
  }

  /**
   * The save to play from; null if there is none. Asks if there are two.
   * @throws ApiError
   */
  async open(): Promise<SaveBytes | null> {
    const { keeping } = this.#options
    const [stored, kept] = await Promise.all([this.#read(), keeping.get()])
    this.#stored = stored
    const bytes = kept === null ? (stored?.bytes ?? null) : await this.#settle(kept, stored)
    runInAction(() => {
      this.#isOpen = true
      if (stored !== null && this.#next === null) this.state = 'saved'
    })
    void this.store()
    return bytes
  }

  /** Chooses between what this browser has kept and what is stored. */
  async #settle(kept: KeptSave, stored: StoredSave | null): Promise<SaveBytes> {
    if (stored !== null && isSame(kept.bytes, stored.bytes)) {
      await this.#options.keeping.remove()
      return stored.bytes
    }
    if (stored === null || kept.tag === stored.tag || (await this.#ask(kept.at)) === 'mine') {
      // The other one stays, under another name.
      if (stored !== null && kept.tag !== stored.tag) await this.#putBeside(stored.bytes)
      this.#next = kept.bytes
      return kept.bytes
    }
    await this.#putBeside(kept.bytes)
    await this.#options.keeping.remove()
    return stored.bytes
  }

  /** Called with what the game has saved. Empty memory never replaces a save. */
  note(bytes: SaveBytes | null): void {
    const last = this.#next ?? this.#stored?.bytes ?? null
    if (!this.#isOpen || bytes === null || isBlank(bytes) || (last !== null && isSame(bytes, last))) return
    const next = bytes.slice()
    this.#next = next
    this.state = 'saving'
    const { keeping } = this.#options
    void keeping.put({ bytes: next, tag: this.#stored?.tag ?? '', at: Date.now() }).then(() => this.store())
  }

  /** Stores what is not stored yet, unless another try would come too soon. */
  async store(): Promise<void> {
    if (this.#isStoring || !this.#isOpen || Date.now() < this.#retryAt) return
    this.#isStoring = true
    try {
      while (this.#next !== null) await this.#storeOnce(this.#next)
      this.#retryAt = 0
    } catch (error) {
      const state = stateAfter(error)
      this.#retryAt = Date.now() + (state === 'waiting' ? RETRY_MS : REFUSED_MS)
      runInAction(() => {
        this.state = state
      })
    } finally {
      this.#isStoring = false
    }
  }

  /** Answers which save counts from now on. */
  choose(choice: SaveChoice): void {
    this.conflict = null
    this.#answer?.(choice)
  }

  async #storeOnce(bytes: SaveBytes): Promise<void> {
    const { texts, path, keeping } = this.#options
    try {
      const tag =
        this.#stored === null
          ? await texts.create(path, new Blob([bytes]))
          : await texts.save(path, new Blob([bytes]), this.#stored.tag)
      this.#stored = { bytes, tag }
    } catch (error) {
      if (!isOutdated(error)) throw error
      return this.#meet(await this.#read(), bytes)
    }
    if (this.#next !== bytes) return
    this.#next = null
    await keeping.remove()
    runInAction(() => {
      this.state = 'saved'
      this.savedAt = Date.now()
    })
  }

  /** Somebody else has stored another save meanwhile, or deleted it. */
  async #meet(theirs: StoredSave | null, mine: SaveBytes): Promise<void> {
    this.#stored = theirs
    if (theirs === null || isSame(theirs.bytes, mine)) return
    if ((await this.#ask(Date.now())) === 'mine') return this.#putBeside(theirs.bytes)
    // What the game has written since belongs to the save that is given up.
    await this.#putBeside(this.#next ?? mine)
    this.#next = null
    await this.#options.keeping.remove()
    runInAction(() => {
      this.state = 'saved'
    })
    this.#options.onReplaced(theirs.bytes)
  }

  async #ask(mineAt: number): Promise<SaveChoice> {
    const { path, modifiedAt } = this.#options
    const at = await modifiedAt(path).catch(() => '')
    const asked = Promise.withResolvers<SaveChoice>()
    this.#answer = asked.resolve
    runInAction(() => {
      this.conflict = { mine: { at: mineAt }, theirs: { at } }
    })
    return asked.promise
  }

  /** Stores a save under a free name beside the other one. */
  async #putBeside(bytes: SaveBytes): Promise<void> {
    const { texts, path } = this.#options
    const dot = path.lastIndexOf('.')
    for (let count = 1; count <= NAMES_MAX; count += 1) {
      try {
        return void (await texts.create(`${path.slice(0, dot)} (${count})${path.slice(dot)}`, new Blob([bytes])))
      } catch (error) {
        if (!isOutdated(error) || count === NAMES_MAX) throw error
      }
    }
  }

  async #read(): Promise<StoredSave | null> {
    try {
      return await this.#options.texts.read(this.#options.path)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'notFound') return null
      throw error
    }
  }
}

/** Whether another one was there, or the expected one was not. */
const isOutdated = (error: unknown): boolean =>
  error instanceof ApiError && ['preconditionFailed', 'conflict', 'notFound'].includes(error.code)

function stateAfter(error: unknown): GameSaveState {
  if (error instanceof ApiError && error.code === 'noRoom') return 'full'
  return isTransient(error) ? 'waiting' : 'denied'
}

const isSame = (a: SaveBytes, b: SaveBytes): boolean => a.length === b.length && a.every((byte, at) => byte === b[at])

/** Memory that no game has written to: every byte is the same. */
const isBlank = (bytes: SaveBytes): boolean => bytes.every((byte) => byte === bytes[0])
