import { makeAutoObservable, when } from 'mobx'
import type { ShellStore } from '../../stores/ShellStore.ts'

/** The command line that is being typed, and the earlier ones that can be recalled. */
export class CommandLine {
  text = ''
  /** Whether it waits for the running line. It stays in the field, and after a change it has to be entered again. */
  isWaiting = false
  readonly #shell: ShellStore
  /** Which earlier line is shown: 0 for the newest; -1 for the one being typed. */
  #back = -1
  #draft = ''

  constructor(shell: ShellStore) {
    this.#shell = shell
    makeAutoObservable(this, {}, { autoBind: true })
  }

  type(text: string): void {
    this.#set(text)
    this.#back = -1
  }

  /** Stops the running line and the wait for it. If none is running, it clears the field. */
  interrupt(): void {
    this.isWaiting = false
    if (this.#shell.running === null) this.#set('')
    else this.#shell.cancel()
  }

  /** Shows the line that is `step` steps further back. */
  show(step: number): void {
    const { past } = this.#shell
    const index = Math.max(-1, Math.min(this.#back + step, past.length - 1))
    if (index === this.#back) return
    if (this.#back === -1) this.#draft = this.text
    this.#back = index
    this.#set(index === -1 ? this.#draft : (past.at(-1 - index) ?? ''))
  }

  /** Runs the typed line; if another one is running, afterwards. */
  async submit(): Promise<void> {
    if (this.isWaiting) return
    this.isWaiting = true
    await when(() => this.#shell.running === null || !this.isWaiting)
    if (!this.isWaiting) return
    const { text } = this
    this.type('')
    await this.#shell.enter(text)
  }

  /** Completes the word at the field's caret. */
  async complete(field: HTMLInputElement): Promise<void> {
    const { text } = this
    const caret = field.selectionStart ?? text.length
    const completed = await this.#shell.complete(text.slice(0, caret))
    // The person has typed on meanwhile.
    if (this.text !== text) return
    this.#set(completed + text.slice(caret))
    requestAnimationFrame(() => field.setSelectionRange(completed.length, completed.length))
  }

  /** The field is gone: a waiting line is not entered any more. */
  leave(): void {
    this.isWaiting = false
  }

  #set(text: string): void {
    this.text = text
    this.isWaiting = false
  }
}
