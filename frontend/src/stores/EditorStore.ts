// The text file in the editor: its state on the server, what is written here, and changes by others.
import type { Text } from '@codemirror/state'
import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { type ApiError, toApiError } from '../api/http.ts'
import { createTextsApi, type TextsApi } from '../api/texts.ts'
import { nameOf } from '../lib/paths.ts'
import { DraftKeeper } from './editor/DraftKeeper.ts'
import { Drafts } from './editor/Drafts.ts'
import { Sheet } from './editor/Sheet.ts'
import { bytesOf, linesOf, readText, type TextFile } from './editor/text-file.ts'
import { rememberBlank, type Store } from './forgetting.ts'
import { Latest } from './Latest.ts'
import type { RootStore } from './RootStore.ts'

/** The largest file that can be opened, in bytes. */
export const OPENED_MAX_BYTES = 20 * 1024 * 1024
/** A larger text is shown without colours and other things that take long. */
const LARGE_BYTES = 2 * 1024 * 1024

export type EditorState = 'loading' | 'ready' | 'failed' | 'tooLarge' | 'binary'

export class EditorStore implements Store {
  path = ''
  /** The file as it was last read or saved. */
  readonly content = new Latest<TextFile | 'binary', string>()
  isTooLarge = false
  isSaving = false
  /** Why the last attempt to save failed. */
  failure: ApiError | null = null
  /** What somebody else has changed since the file was read: it has another text, or is gone. */
  meanwhile: TextFile | 'gone' | null = null
  /** Whether the differences from the text that somebody else saved are marked. */
  isComparing = false
  readonly sheet: Sheet
  readonly draft: DraftKeeper
  readonly #root: RootStore
  readonly #api: TextsApi
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    this.#api = createTextsApi(root.api.http)
    this.sheet = new Sheet({ storage: root.storage, onWrite: () => this.#noteDraft() })
    this.draft = new DraftKeeper(new Drafts(globalThis.indexedDB))
    makeAutoObservable(
      this,
      { content: false, sheet: false, draft: false, meanwhile: observableRef },
      { autoBind: true },
    )
    this.#blank = rememberBlank(this)
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.#blank()
  }

  get state(): EditorState {
    const { value, error } = this.content
    if (this.isTooLarge) return 'tooLarge'
    if (value === 'binary') return 'binary'
    return value !== null ? 'ready' : error !== null ? 'failed' : 'loading'
  }

  get file(): TextFile | null {
    const { value } = this.content
    return value === 'binary' ? null : value
  }

  get isDirty(): boolean {
    return this.file !== null && !this.sheet.text.eq(this.file.text)
  }

  hasChanges(): boolean {
    return this.isDirty
  }

  /** Whether there are changes to save, and no question is open whose text to keep. */
  get canSave(): boolean {
    return !this.isSaving && (this.meanwhile === 'gone' || (this.meanwhile === null && this.isDirty))
  }

  /** The text to compare with: the one that somebody else saved. */
  get compared(): Text | null {
    const { meanwhile } = this
    return this.isComparing && meanwhile !== null && meanwhile !== 'gone' ? meanwhile.text : null
  }

  get isLarge(): boolean {
    return (this.file?.size ?? 0) > LARGE_BYTES
  }

  /** Opens a file of this size in bytes. */
  async open(path: string, size: number): Promise<void> {
    this.forget()
    this.path = path
    this.isTooLarge = size > OPENED_MAX_BYTES
    if (this.isTooLarge) return
    const isShown = await this.content.load((signal) => readText(this.#api, path, signal), {
      of: path,
      onShown: (file) => {
        if (file !== 'binary') this.sheet.write(file.text)
      },
    })
    const { user } = this.#root.session
    if (!isShown || this.file === null || user === null) return
    await this.draft.begin(user.id, path)
    const { found } = this.draft
    if (this.path === path && found !== null && linesOf(found.text).eq(this.file.text)) this.draft.settle(true)
  }

  /** Continues with the draft of an earlier visit. If the file was changed since, the person has to choose a text. */
  useDraft(): void {
    const { found } = this.draft
    if (found === null || this.file === null) return
    if (found.tag !== this.file.tag) this.meanwhile = this.file
    this.draft.settle(false)
    this.sheet.replace(linesOf(found.text))
  }

  /** Discards the changes and their draft. */
  discard(): void {
    if (this.file !== null) this.sheet.replace(this.file.text)
  }

  setComparing(isComparing: boolean): void {
    this.isComparing = isComparing
  }

  /** Saves the text, unless somebody else has changed the file. Returns whether it was saved. */
  async save(): Promise<boolean> {
    const { file, path, meanwhile } = this
    const { text } = this.sheet
    if (file === null || !this.canSave) return false
    const { bytes, lettering } = bytesOf(text, file)
    const isHere = () => this.path === path && this.file === file
    this.isSaving = true
    this.failure = null
    try {
      const tag =
        meanwhile === 'gone' ? await this.#api.create(path, bytes) : await this.#api.save(path, bytes, file.tag)
      if (isHere()) this.#settle({ ...file, ...lettering, isMixed: false, text, tag, size: bytes.length })
      if (lettering.encoding !== file.encoding) this.#tell('editor.becameUtf8')
      return true
    } catch (error) {
      if (isHere()) await this.#explain(toApiError(error))
      return false
    } finally {
      runInAction(() => {
        this.isSaving = false
      })
    }
  }

  /** Replaces what somebody else saved with the text here. */
  async keepMine(): Promise<void> {
    if (this.meanwhile !== null && this.meanwhile !== 'gone') this.#settle(this.meanwhile)
    await this.save()
  }

  /** Replaces the text here with the one that somebody else saved. Undo brings it back. */
  takeTheirs(): void {
    if (this.meanwhile !== null && this.meanwhile !== 'gone') this.#show(this.meanwhile)
  }

  /** Checks whether the file has changed since it was read. If nothing was written here, the new text is shown. */
  async look(): Promise<void> {
    if (!this.isSaving) await this.#lookNow()
  }

  async #lookNow(): Promise<void> {
    const { file, path } = this
    if (file === null) return
    try {
      const tag = await this.#api.tag(path)
      const known = this.meanwhile === 'gone' ? '' : (this.meanwhile ?? file).tag
      if (tag === known || this.file !== file) return
      const now = tag === file.tag ? file : await readText(this.#api, path)
      if (this.file === file && now !== 'binary') this.#meet(now)
    } catch (error) {
      if (this.file === file && toApiError(error).code === 'notFound') this.#setMeanwhile('gone')
    }
  }

  /** Handles a file that somebody else has changed. */
  #meet(now: TextFile): void {
    if (this.file?.tag === now.tag || now.text.eq(this.sheet.text)) return this.#settle(now)
    if (this.isDirty) return this.#setMeanwhile(now)
    this.#show(now)
    this.#tell('preview.replaced')
  }

  /** Finds out why the file was not saved: it was changed, it is gone, or something else went wrong. */
  async #explain(error: ApiError): Promise<void> {
    if (error.code === 'notFound') this.#setMeanwhile('gone')
    else if (error.code === 'preconditionFailed' || error.code === 'conflict') await this.#lookNow()
    else this.#setFailure(error)
  }

  /** Takes this as the state of the file. The text here stays. */
  #settle(file: TextFile): void {
    runInAction(() => {
      this.content.edit(() => file)
      this.meanwhile = null
      this.isComparing = false
      this.failure = null
    })
    this.#noteDraft()
  }

  #show(file: TextFile): void {
    this.#settle(file)
    this.sheet.replace(file.text)
  }

  #noteDraft(): void {
    const { file, isDirty } = this
    this.draft.note(file === null || !isDirty ? null : { tag: file.tag, text: this.sheet.text })
  }

  #tell(key: 'preview.replaced' | 'editor.becameUtf8'): void {
    this.#root.toasts.show({ kind: 'plain', message: { key, values: { name: nameOf(this.path) } } })
  }

  #setMeanwhile(meanwhile: TextFile | 'gone'): void {
    runInAction(() => {
      this.meanwhile = meanwhile
    })
  }

  #setFailure(error: ApiError): void {
    runInAction(() => {
      this.failure = error
    })
  }
}

/** The store, created when it is first used. */
export const editorOf = (root: RootStore): EditorStore => (root.later.editor ??= new EditorStore(root))
