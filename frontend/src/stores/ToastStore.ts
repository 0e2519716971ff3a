// Short messages: newest first, successes for 4 s, errors until dismissed. What can be undone is kept for longer.
import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { messageOf } from '../api/error-message.ts'
import { ApiError } from '../api/http.ts'
import type { Message, TranslationKey } from '../i18n/message.ts'
import { rememberBlank, type Store } from './forgetting.ts'

export interface ToastAction {
  label: TranslationKey
  run(): void | Promise<void>
}

export interface Toast {
  id: number
  /** `busy` stays until it is replaced, `good` and `plain` for 4 s, `bad` until dismissed. */
  kind: 'good' | 'plain' | 'busy' | 'bad'
  message: Message
  action: ToastAction | null
  /** How long it is shown, in milliseconds. Not for `busy` and `bad`. */
  life: number
}

export type ToastInput = Pick<Toast, 'kind' | 'message'> & { action?: ToastAction; life?: number }

/** How to undo something. */
export interface Undo {
  /** Returns a message if it was only partly possible. @throws the error to show instead */
  run(): Promise<Message | undefined>
  /** Refreshes what is shown, whatever the result. */
  after(): Promise<unknown>
}

/** A change that can be undone: its message, and the id of the toast that showed it. */
export interface Undoable {
  message: Message
  toast: number
  undo: Undo
}

const LIFE_MS = 4000
const MOST = 10
/** The most changes that can be undone. */
const UNDOABLE_MAX = 50
/** The server's answers if somebody has changed the item since. */
const CHANGED_SINCE: ReadonlySet<string> = new Set(['notFound', 'conflict', 'isFile', 'isFolder', 'goneMeanwhile'])

export class ToastStore implements Store {
  toasts: Toast[] = []
  /** What can be undone, the last change first. */
  undoables: readonly Undoable[] = []
  /** Changes that show already, but whose undo is still to come. */
  changing: readonly Promise<unknown>[] = []
  #lastId = 0
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>()
  readonly #blank: () => void

  constructor() {
    makeAutoObservable(this, { undoables: observableRef, changing: observableRef }, { autoBind: true })
    this.#blank = rememberBlank(this)
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.toasts.forEach(({ id }) => this.#stopTimer(id))
    this.#blank()
  }

  /** Shows a toast and returns its id. */
  show({ kind, message, action, life = LIFE_MS }: ToastInput): number {
    this.#lastId += 1
    const toast: Toast = { id: this.#lastId, kind, message, action: action ?? null, life }
    this.toasts.slice(MOST - 1).forEach(({ id }) => this.#stopTimer(id))
    this.toasts = [toast, ...this.toasts].slice(0, MOST)
    this.release(toast.id)
    return toast.id
  }

  success(message: Message, action?: ToastAction): number {
    return this.show({ kind: 'good', message, ...(action === undefined ? {} : { action }) })
  }

  /** Reports a success, and offers to undo it: in the toast, and as long as the page is open. */
  undoable(message: Message, undo: Undo, life = LIFE_MS): number {
    const toast = this.show({
      kind: 'good',
      message,
      action: { label: 'toast.undo', run: () => this.#undo(toast) },
      life,
    })
    this.keepUndo({ message, toast, undo })
    return toast
  }

  /** Keeps an undo that the toast itself does not offer. */
  keepUndo(undoable: Undoable): void {
    this.undoables = [undoable, ...this.undoables].slice(0, UNDOABLE_MAX)
  }

  /** Tells that a change shows already. Whoever undoes the last change means this one, so that waits for it. */
  async during(change: Promise<unknown>): Promise<void> {
    this.changing = [...this.changing, change]
    try {
      await change
    } finally {
      runInAction(() => {
        this.changing = this.changing.filter((other) => other !== change)
      })
    }
  }

  /** Undoes the last change. */
  async undoLast(): Promise<void> {
    await Promise.allSettled(this.changing)
    const [last] = this.undoables
    if (last !== undefined) await this.#undo(last.toast)
  }

  async #undo(toast: number): Promise<void> {
    const undoable = this.undoables.find((one) => one.toast === toast)
    if (undoable === undefined) return
    this.undoables = this.undoables.filter((one) => one !== undoable)
    this.dismiss(toast)
    const { run, after } = undoable.undo
    const id = this.show({ kind: 'busy', message: { key: 'toast.undoing' } })
    try {
      const trouble = await run()
      this.replace(
        id,
        trouble === undefined ? { kind: 'good', message: { key: 'toast.undone' } } : { kind: 'bad', message: trouble },
      )
    } catch (error) {
      const isChanged = error instanceof ApiError && CHANGED_SINCE.has(error.code)
      this.replace(id, { kind: 'bad', message: isChanged ? { key: 'toast.changedSince' } : messageOf(error) })
    }
    await after()
  }

  /** Shows an error in words. An unknown error is also logged to the browser's console. */
  error(error: unknown): number {
    const message = messageOf(error)
    if (message.key === 'error.unexpected') console.error(error)
    return this.show({ kind: 'bad', message })
  }

  /** Replaces a toast's content. If the toast is gone, it is shown again. */
  replace(id: number, input: ToastInput): void {
    const at = this.toasts.findIndex((toast) => toast.id === id)
    if (at < 0) {
      this.show(input)
      return
    }
    const { kind, message, action = null, life = LIFE_MS } = input
    this.toasts = this.toasts.with(at, { id, kind, message, action, life })
    this.release(id)
  }

  dismiss(id: number): void {
    this.#stopTimer(id)
    this.toasts = this.toasts.filter((toast) => toast.id !== id)
  }

  /** Keeps a toast while somebody reads it (pointer or focus on it). */
  hold(id: number): void {
    this.#stopTimer(id)
  }

  /** Restarts the timer of a held toast. */
  release(id: number): void {
    this.#stopTimer(id)
    const toast = this.toasts.find((one) => one.id === id)
    if (toast?.kind === 'good' || toast?.kind === 'plain')
      this.#timers.set(
        id,
        setTimeout(() => this.dismiss(id), toast.life),
      )
  }

  #stopTimer(id: number): void {
    clearTimeout(this.#timers.get(id))
    this.#timers.delete(id)
  }
}
