// When a process may go by its memory of the journal instead of reading it. Only one may at a time: the one that the
// document names (`trusted`), which alone serves people. Everybody else who changes something takes that away first,
// and waits until its holder has said that it knows, or cannot believe in it any more (C. Gray and D. Cheriton,
// "Leases", 1989). No clock is compared with another: the holder counts from the beginning of its last read, the
// others from the end of their own request.
import type { Serving } from '../database/change-counters.ts'
import { sleep } from '../lib/sleep.ts'

/** What the document says of trust. */
export interface TrustFields {
  /** The replica that may go by its memory; '' for none. */
  trusted?: string
  /** Whether somebody else wants that to end. */
  wanted?: boolean
}

/** The holder may go by its memory for so long after a read that found it named and not unwanted. */
const BELIEVED_MS = 2_000
/** Others wait somewhat longer, since clocks may run at slightly different rates. */
const OUTLASTED_MS = BELIEVED_MS + 500
/** Nobody takes it before others have changed nothing for so long: each taking away costs them up to half a second. */
const CALM_MS = 10_000
const ASK_AGAIN_MS = 20

export interface JournalTrustOptions {
  /** The name of this replica. */
  self: string
  serving: () => Serving
  /** How long others have to have changed nothing, where tests want less. */
  calmMs?: number | undefined
  /** Reads the document, and lets `hear` know. */
  read: () => Promise<unknown>
  /** Changes the fields where they are as in `from`; the other fields stay. */
  change: (from: Required<TrustFields> | { trusted: string }, to: Required<TrustFields>) => Promise<unknown>
}

const NOBODY: Required<TrustFields> = { trusted: '', wanted: false }
const NEVER = { ticks: -Infinity, time: -Infinity }

export class JournalTrust {
  readonly #options: JournalTrustOptions
  #heard = NOBODY
  /** The end of belief, by the monotonic clock, which stands still while a machine sleeps, and by the time of day. */
  #until = NEVER
  #calmSince = performance.now()
  #isDoubtful = false

  constructor(options: JournalTrustOptions) {
    this.#options = options
  }

  /** Whether the memory of this process is the journal as it is now. */
  get holds(): boolean {
    return performance.now() < this.#until.ticks && Date.now() < this.#until.time
  }

  /** Takes in what a read has found; `begun`: when it began, by both clocks. */
  hear({ trusted = '', wanted = false }: TrustFields, begun: { ticks: number; time: number }): void {
    this.#heard = { trusted, wanted }
    const isOwn = trusted === this.#options.self && !wanted && !this.#isDoubtful
    this.#until = isOwn ? { ticks: begun.ticks + BELIEVED_MS, time: begun.time + BELIEVED_MS } : NEVER
  }

  /** Somebody else has changed something. */
  disturb(): void {
    this.#calmSince = performance.now()
  }

  /** An own change has no known end, so that nothing is believed until others are asked again. */
  doubt(): void {
    this.disturb()
    this.#isDoubtful = true
    this.#until = NEVER
  }

  /** Takes it, gives it back, or says that another one has to: by what was heard last. Called some times a second. */
  async tend(): Promise<void> {
    const { self, change } = this.#options
    const { trusted, wanted } = this.#heard
    const serving = this.#options.serving()
    if (trusted === self) {
      if (wanted || this.#isDoubtful || serving !== 'alone') await this.giveBack()
    } else if (trusted !== '') {
      // Whoever serves people does not let them wait for that.
      if (serving !== 'nobody' && !wanted) await change({ trusted }, { trusted, wanted: true })
    } else if (serving === 'alone' && performance.now() - this.#calmSince > (this.#options.calmMs ?? CALM_MS)) {
      this.#isDoubtful = false
      await change({ trusted: '' }, { trusted: self, wanted: false })
    }
  }

  /** Believes in nothing from now on, and says so. */
  async giveBack(): Promise<void> {
    const { self, change } = this.#options
    this.#until = NEVER
    if (this.#heard.trusted === self) await change({ trusted: self }, NOBODY)
  }

  /** Resolves when no other replica goes by its memory of what was there before. Reads the document at least once. */
  async endOthers(): Promise<void> {
    await this.#options.read()
    const { trusted: other } = this.#heard
    if (other === '' || other === this.#options.self) return
    this.disturb()
    await this.#options.change({ trusted: other }, { trusted: other, wanted: true })
    for (const end = performance.now() + OUTLASTED_MS; ; await sleep(ASK_AGAIN_MS)) {
      const isOver = performance.now() > end
      await this.#options.read()
      if (this.#heard.trusted !== other) return
      if (isOver) await this.#options.change({ trusted: other, wanted: true }, NOBODY)
    }
  }
}
