import { makeAutoObservable, when } from 'mobx'
import type { ShellStore } from '../../stores/ShellStore.ts'

/** The command line that is being typed, and the earlier ones that can be shown in its place. */
export class CommandLine {
  text = ''
  /** Whether it waits for the line that runs. It stays in the field, and who changes it has to enter it again. */
  isWaiting = false
  readonly #shell: ShellStore
  /** Which of the earlier lines is shown: 0 the newest; -1 what is being typed now. */
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

  /** Ends the line that runs, and with it the wait for it; where none runs, empties the field. */
  interrupt(): void {
    this.isWaiting = false
    if (this.#shell.running === null) this.#set('')
    else this.#shell.cancel()
  }

  /** Shows the earlier line so many steps further back. */
  show(step: number): void {
    const { past } = this.#shell
    const index = Math.max(-1, Math.min(this.#back + step, past.length - 1))
    if (index === this.#back) return
    if (this.#back === -1) this.#draft = this.text
    this.#back = index
    this.#set(index === -1 ? this.#draft : (past.at(-1 - index) ?? ''))
  }

  /** Does what was typed; where a line runs, when that is over. */
  async submit(): Promise<void> {
    if (this.isWaiting) return
    this.isWaiting = true
    await when(() => this.#shell.running === null || !this.isWaiting)
    if (!this.isWaiting) return
    const { text } = this
    this.type('')
    await this.#shell.enter(text)
  }

  /** Completes the word at the caret of the field. */
  async complete(field: HTMLInputElement): Promise<void> {
    const { text } = this
    const caret = field.selectionStart ?? text.length
    const completed = await this.#shell.complete(text.slice(0, caret))
    // Who has typed on meanwhile knows better.
    if (this.text !== text) return
    this.#set(completed + text.slice(caret))
    requestAnimationFrame(() => field.setSelectionRange(completed.length, completed.length))
  }

  /** The field is gone: nothing that waits is entered any more. */
  leave(): void {
    this.isWaiting = false
  }

  #set(text: string): void {
    this.text = text
    this.isWaiting = false
  }
}
