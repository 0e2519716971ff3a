// The reminders that are due, while the page is open. The server says when: it knows how events repeat, and the clock
// of a device may be wrong.
import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import type { Reminder, ReminderList } from '../../../backend/contract/reminders.ts'
import { REMINDER_LATE_MS, type SnoozeMinutes } from '../../../backend/contract/reminder-limits.ts'
import { createRemindersApi } from '../api/reminders.ts'
import { rememberBlank, type Store } from './forgetting.ts'
import { Latest } from './Latest.ts'
import type { RootStore } from './RootStore.ts'

/** The server tells the reminders of two hours, and open pages of changes. Without a socket it is asked more often. */
const ASK_MS = 30 * 60_000
const POLL_MS = 60_000

export class RemindersStore implements Store {
  readonly list = new Latest<ReminderList>()
  /** Those that are due and not answered, the first due one first. */
  shown: readonly Reminder[] = []
  /** By how many milliseconds the server's clock is ahead of this one. */
  #ahead = 0
  #askedAt = -Infinity
  /** Answered here, which the server may not have heard yet. */
  #answered: ReadonlySet<string> = new Set()
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #calls: ReturnType<typeof createRemindersApi>
  readonly #root: RootStore
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    this.#calls = createRemindersApi(root.api.http)
    makeAutoObservable(this, { list: false, shown: observableRef }, { autoBind: true })
    this.#blank = rememberBlank(this)
  }

  forget(): void {
    clearTimeout(this.#timer)
    this.#answered = new Set()
    this.#blank()
  }

  /** The time of the server, in milliseconds since 1970. */
  now(): number {
    return Date.now() + this.#ahead
  }

  /** Watches until the returned function is called. */
  watch(): () => void {
    void this.refresh()
    return () => clearTimeout(this.#timer)
  }

  async refresh(): Promise<void> {
    this.#askedAt = performance.now()
    await this.list.load((signal) => this.#calls.list(signal), {
      isQuiet: true,
      onShown: ({ now }) => {
        this.#ahead = Date.parse(now) - Date.now()
      },
    })
    this.look()
  }

  /** Shows what is due by now, and looks again when the next one is. */
  look(): void {
    const { items = [], done = [] } = this.list.value ?? {}
    const now = this.now()
    const due = items.filter((one) => Date.parse(one.due) <= now)
    // The server no longer lists what was due an hour ago, but nobody has read it yet.
    const late = this.shown.filter(
      ({ key, due: at }) =>
        Date.parse(at) <= now - REMINDER_LATE_MS && !done.includes(key) && !items.some((one) => one.key === key),
    )
    this.shown = [...late, ...due].filter((one) => !this.#answered.has(nameOf(one)))
    this.#wait(items.map((one) => Date.parse(one.due) - now).filter((ms) => ms > 0))
  }

  /** Dismisses a reminder, or puts it off, on all devices. */
  async answer(reminder: Reminder, snooze: SnoozeMinutes | null): Promise<void> {
    this.#answered = new Set([...this.#answered, nameOf(reminder)])
    this.look()
    try {
      await this.#calls.answer({ key: reminder.key, snooze })
      await this.refresh()
    } catch (error) {
      runInAction(() => {
        this.#answered = new Set([...this.#answered].filter((name) => name !== nameOf(reminder)))
        this.look()
      })
      this.#root.toasts.error(error)
    }
  }

  #wait(next: readonly number[]): void {
    clearTimeout(this.#timer)
    const every = this.#root.live.isLive ? ASK_MS : POLL_MS
    const untilAsked = Math.max(1000, this.#askedAt + every - performance.now())
    this.#timer = setTimeout(() => this.#wake(), Math.min(untilAsked, ...next))
  }

  #wake(): void {
    const every = this.#root.live.isLive ? ASK_MS : POLL_MS
    if (performance.now() - this.#askedAt < every) this.look()
    else void this.refresh()
  }
}

/** What was put off is another one when it is due again. */
const nameOf = ({ key, due }: Reminder): string => `${key} ${due}`

/** The store, created when it is first used. */
export const remindersOf = (root: RootStore): RemindersStore => (root.later.reminders ??= new RemindersStore(root))
