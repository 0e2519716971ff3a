import type { Text } from '@codemirror/state'
import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { rememberBlank, type Store } from '../forgetting.ts'
import type { Draft, Drafts } from './Drafts.ts'

/** The pause between two writes, and how much longer it is for each million characters. */
const PAUSE_MS = 1_000

/** The unsaved text, and the ETag of the file that it is based on. */
export interface Unsaved {
  tag: string
  text: Text
}

/** Stores the draft of the open file, and finds the draft of an earlier visit. */
export class DraftKeeper implements Store {
  /** The draft of an earlier visit, until the person decides about it. Nothing overwrites it before then. */
  found: Draft | null = null
  /** Whether the current text is stored. */
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

  /** Leaves the file. Its unsaved changes stay stored. */
  forget(): void {
    void this.flush()
    this.#of = null
    this.#unsaved = null
    this.#blank()
  }

  /** Called when a file is opened: looks for a draft of an earlier visit. */
  async begin(owner: number, path: string): Promise<void> {
    const of = { owner, path }
    this.#of = of
    const found = await this.#drafts.find(owner, path)
    runInAction(() => {
      if (this.#of === of) this.found = found
    })
  }

  /** Takes the current text; null if it is saved. */
  note(unsaved: Unsaved | null): void {
    this.#unsaved = unsaved
    if (this.found !== null || this.#of === null) return
    if (unsaved !== null) this.#timer ??= setTimeout(() => void this.flush(), PAUSE_MS + unsaved.text.length / 1_000)
    else if (this.isKept || this.#timer !== undefined) void this.#drop()
  }

  /** Writes at once what is waiting. */
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

  /** Called when the earlier draft was used, or is of no use any more. */
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
