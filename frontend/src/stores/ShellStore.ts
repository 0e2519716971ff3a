// The shell panel: the typed lines, their output, and the running one.
import { makeAutoObservable, observableRef, runInAction, when } from 'mobx'
import { isFolderResource } from '../../../backend/contract/resource-kinds.ts'
import { LINE_MAX_BYTES, SHELL_COMMANDS } from '../../../backend/contract/shell.ts'
import { createCommandApi } from '../api/command.ts'
import { ApiError } from '../api/http.ts'
import { commonBeginning, quoteWord, typedWord } from '../lib/complete-word.ts'
import { filesUrl } from '../lib/paths.ts'
import { plainText } from '../lib/plain-text.ts'
import { resolvePath } from '../lib/resolve-path.ts'
import type { RootStore } from './RootStore.ts'
import { rememberBlank, type Store } from './forgetting.ts'

/** One line of the terminal: what was typed and where, output, or how the command ended if not by itself. */
export type ShownPiece =
  | { kind: 'typed'; text: string; folder: string }
  | { kind: 'output'; text: string }
  | { kind: 'end'; reason: 'stopped' | 'network' | 'internal' | 'tooLong' }

/** The number of lines that are kept, as many as the terminal can scroll back. */
export const LINES_MAX = 5_000
const PAST_MAX = 200
/** Heights in em. */
export const HEIGHT = { first: 25, least: 9, step: 2 }
/** The longest time after `cd` until the next line can be typed. */
const GO_MS = 2_000
const HEIGHT_KEY = 'nido-shell-height'

/** Called with new lines, or with null when all are gone. */
export type ShellListener = (lines: readonly ShownPiece[] | null) => void

export class ShellStore implements Store {
  height: number
  /** Typed lines, the newest last. */
  past: readonly string[] = []
  /** Ends the running line; null if there is none. */
  running: AbortController | null = null
  /** Counts the requests to focus the prompt. */
  promptCalls = 0
  /** The lines of the terminal, for when the panel is opened again. */
  readonly lines: ShownPiece[] = []
  readonly #listeners = new Set<ShellListener>()
  readonly #root: RootStore
  readonly #command: ReturnType<typeof createCommandApi>
  readonly #storage: RootStore['storage']
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    this.#command = createCommandApi(root.api.http)
    this.#storage = root.storage
    this.height = Number(root.storage.getItem(HEIGHT_KEY)) || HEIGHT.first
    makeAutoObservable<this, 'lines'>(
      this,
      { lines: false, running: observableRef, past: observableRef },
      { autoBind: true },
    )
    this.#blank = rememberBlank(this, ['height'])
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.running?.abort()
    this.clear()
    this.#blank()
  }

  /** Whether this person may run any command at all. */
  get hasCommands(): boolean {
    return (this.#root.session.user?.commands.length ?? 0) > 0
  }

  /** Asks the field for the focus. */
  callPrompt(): void {
    this.promptCalls += 1
  }

  close(): void {
    this.#root.ui.setShellOpen(false)
  }

  setHeight(em: number, mostEm: number): void {
    this.height = Math.round(Math.max(HEIGHT.least, Math.min(em, mostEm)) * 10) / 10
    this.#storage.setItem(HEIGHT_KEY, String(this.height))
  }

  /** Calls back with new lines. The returned function ends this. */
  listen(listener: ShellListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  cancel(): void {
    this.running?.abort()
  }

  clear(): void {
    this.lines.length = 0
    for (const listener of this.#listeners) listener(null)
  }

  /** Runs what was typed: `clear` and `exit` here, everything else on the server. */
  async enter(text: string): Promise<void> {
    const line = text.trim()
    if (line === '' || this.running !== null) return
    if (this.past.at(-1) !== line) this.past = [...this.past, line].slice(-PAST_MAX)
    if (line === 'clear') return this.clear()
    if (line === 'exit') return this.close()
    if (new TextEncoder().encode(line).length > LINE_MAX_BYTES) return this.#show([{ kind: 'end', reason: 'tooLong' }])
    await this.#run(line)
  }

  async #run(line: string): Promise<void> {
    const { folder } = this.#root.listing
    const running = (this.running = new AbortController())
    this.#show([{ kind: 'typed', text: line, folder }])
    // `cd` returns its destination: the files and the next line follow it.
    const isGoing = /^cd(\s|$)/.test(line)
    let target = folder
    try {
      await this.#command.run(folder, line, {
        signal: running.signal,
        onLine: (output) => {
          if (isGoing && output.startsWith('/')) target = output
          else this.#show([{ kind: 'output', text: plainText(output) }])
        },
      })
      if (running.signal.aborted) this.#show([{ kind: 'end', reason: 'stopped' }])
      else if (target !== folder) await this.#goTo(target)
    } catch (error) {
      this.#show([
        { kind: 'end', reason: error instanceof ApiError && error.code === 'network' ? 'network' : 'internal' },
      ])
    }
    runInAction(() => {
      if (this.running === running) this.running = null
    })
    // The command's changes show at once, even if no event reports them.
    if (this.#root.listing.state === 'ready') void this.#root.listing.refresh()
  }

  /** Shows another folder. Returns once the next line will run there. */
  async #goTo(folder: string): Promise<void> {
    const { listing } = this.#root
    this.#root.navigate(filesUrl(folder, true))
    await when(() => listing.folder === folder, { timeout: GO_MS }).catch(() => undefined)
  }

  /** Completes the text before the cursor as far as possible. If there are several names, the terminal lists them. */
  async complete(text: string): Promise<string> {
    const word = typedWord(text)
    const candidates = word.isCommand ? this.#commands() : await this.#names(word.folder, word.name)
    const fitting = candidates.filter((name) => name.startsWith(word.name))
    const common = commonBeginning(fitting)
    const done = fitting.length === 1 && !common.endsWith('/') ? ' ' : ''
    if (fitting.length > 1 && common === word.name)
      this.#show([{ kind: 'output', text: fitting.map(plainText).join('  ') }])
    return fitting.length === 0 ? text : text.slice(0, word.start) + quoteWord(word.folder + common) + done
  }

  #commands(): string[] {
    const mine = this.#root.session.user?.commands ?? []
    return [...SHELL_COMMANDS.filter((name) => mine.includes(name)), 'clear', 'exit'].sort()
  }

  async #names(folder: string, beginning: string): Promise<string[]> {
    try {
      const resource = await this.#root.api.resources.get(resolvePath(this.#root.listing.folder, folder))
      if (!isFolderResource(resource)) return []
      return resource.items
        .filter(({ name }) => beginning.startsWith('.') || !name.startsWith('.'))
        .map(({ name, isDir }) => (isDir ? `${name}/` : name))
        .sort()
    } catch {
      return []
    }
  }

  #show(lines: readonly ShownPiece[]): void {
    this.lines.push(...lines)
    if (this.lines.length > LINES_MAX) this.lines.splice(0, this.lines.length - LINES_MAX)
    for (const listener of this.#listeners) listener(lines)
  }
}

/** The store, created when it is first used. */
export const shellOf = (root: RootStore): ShellStore => (root.later.shell ??= new ShellStore(root))
