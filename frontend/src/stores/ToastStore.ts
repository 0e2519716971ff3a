// Short messages: newest first, successes for 4 s, errors until dismissed.
import { makeAutoObservable } from 'mobx'
import { messageOf } from '../api/error-message.ts'
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
}

export type ToastInput = Pick<Toast, 'kind' | 'message'> & { action?: ToastAction }

/** How to undo something. */
export interface Undo {
  /** Returns a message if it was only partly possible. @throws the error to show instead */
  run(): Promise<Message | undefined>
  /** Refreshes what is shown, whatever the result. */
  after(): Promise<unknown>
}

const LIFE_MS = 4000
const MOST = 10

export class ToastStore implements Store {
  toasts: Toast[] = []
  #lastId = 0
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>()
  readonly #blank: () => void

  constructor() {
    makeAutoObservable(this, {}, { autoBind: true })
    this.#blank = rememberBlank(this)
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.toasts.forEach(({ id }) => this.#stopTimer(id))
    this.#blank()
  }

  /** The newest toast with an undo. */
  get newestOffer(): Toast | null {
    return this.toasts.find(({ action }) => action?.label === 'toast.undo') ?? null
  }

  /** Shows a toast and returns its id. */
  show({ kind, message, action }: ToastInput): number {
    this.#lastId += 1
    const toast: Toast = { id: this.#lastId, kind, message, action: action ?? null }
    this.toasts.slice(MOST - 1).forEach(({ id }) => this.#stopTimer(id))
    this.toasts = [toast, ...this.toasts].slice(0, MOST)
    this.release(toast.id)
    return toast.id
  }

  success(message: Message, action?: ToastAction): number {
    return this.show({ kind: 'good', message, ...(action === undefined ? {} : { action }) })
  }

  /** Says that something is done, and offers an undo. */
  undoable(message: Message, undo: Undo): number {
    return this.success(message, { label: 'toast.undo', run: () => this.#undo(undo) })
  }

  async #undo({ run, after }: Undo): Promise<void> {
    const id = this.show({ kind: 'busy', message: { key: 'toast.undoing' } })
    try {
      const trouble = await run()
      this.replace(
        id,
        trouble === undefined ? { kind: 'good', message: { key: 'toast.undone' } } : { kind: 'bad', message: trouble },
      )
    } catch (error) {
      this.replace(id, { kind: 'bad', message: messageOf(error) })
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
    this.toasts = this.toasts.with(at, { id, kind: input.kind, message: input.message, action: input.action ?? null })
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
    const kind = this.toasts.find((toast) => toast.id === id)?.kind
    if (kind === 'good' || kind === 'plain')
      this.#timers.set(
        id,
        setTimeout(() => this.dismiss(id), LIFE_MS),
      )
  }

  #stopTimer(id: number): void {
    clearTimeout(this.#timers.get(id))
    this.#timers.delete(id)
  }
}
