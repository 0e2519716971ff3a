import type { Text } from '@codemirror/state'
import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { rememberBlank, type Store } from '../forgetting.ts'
import type { Draft, Drafts } from './Drafts.ts'

/** A pause between two writings, and so much more for each million letters. */
const PAUSE_MS = 1_000

/** What was written here, and the ETag of the file that it was written in. */
export interface Unsaved {
  tag: string
  text: Text
}

/** Keeps the draft of the file that lies open, and finds the one that an earlier visit left. */
export class DraftKeeper implements Store {
  /** What an earlier visit left, until the person decides about it. Nothing takes its place meanwhile. */
  found: Draft | null = null
  /** Whether what is written here is kept. */
  isKept = false
  #of: { owner: number; path: string } | null = null
  #unsaved: Unsaved | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #drafts: Drafts
  readonly #blank: () => void

  constructor(drafts: Drafts) {
    this.#drafts = drafts
    makeAutoObservable(this, { found: observableRef }, { autoBind: true })
    this.#blank = rememberBlank(this)
  }

  /** Leaves the file; what is not saved stays kept. */
  forget(): void {
    void this.flush()
    this.#of = null
    this.#unsaved = null
    this.#blank()
  }

  /** A file is opened: looks for what an earlier visit left of it. */
  async begin(owner: number, path: string): Promise<void> {
    const of = { owner, path }
    this.#of = of
    const found = await this.#drafts.find(owner, path)
    runInAction(() => {
      if (this.#of === of) this.found = found
    })
  }

  /** What is written now; null where all of it is saved. */
  note(unsaved: Unsaved | null): void {
    this.#unsaved = unsaved
    if (this.found !== null || this.#of === null) return
    if (unsaved !== null) this.#timer ??= setTimeout(() => void this.flush(), PAUSE_MS + unsaved.text.length / 1_000)
    else if (this.isKept || this.#timer !== undefined) void this.#drop()
  }

  /** Writes at once what waits for its turn. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    const isWaiting = this.#timer !== undefined
    this.#timer = undefined
    const [of, unsaved] = [this.#of, this.#unsaved]
    if (!isWaiting || of === null || unsaved === null) return
    const { tag, text } = unsaved
    const isKept = await this.#drafts.keep({ ...of, tag, text: text.toString(), written: Date.now() })
    runInAction(() => {
      if (this.#of === of && this.#unsaved !== null) this.isKept = isKept
    })
  }

  /** What an earlier visit left is taken up, or is of no use any more. */
  settle(isUseless: boolean): void {
    this.found = null
    if (isUseless) void this.#drop()
    this.note(this.#unsaved)
  }

  async #drop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.isKept = false
    if (this.#of !== null) await this.#drafts.drop(this.#of.owner, this.#of.path)
  }
}
