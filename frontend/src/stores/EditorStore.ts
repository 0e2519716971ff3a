// The text file that is being edited: what stands in it on the server, what is written here, and what became of it
// meanwhile.
import { Text } from '@codemirror/state'
import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { type ApiError, toApiError } from '../api/http.ts'
import { createTextsApi, type TextsApi } from '../api/texts.ts'
import { nameOf } from '../lib/paths.ts'
import { bytesOf, readText, type TextFile } from './editor/text-file.ts'
import { rememberBlank, type Store } from './forgetting.ts'
import { Latest } from './Latest.ts'
import type { RootStore } from './RootStore.ts'

/** Bytes of the largest file that is opened. */
export const OPENED_MAX_BYTES = 20 * 1024 * 1024
/** A larger text goes without colours and all else that takes long. */
const LARGE_BYTES = 2 * 1024 * 1024
const WRAP_KEY = 'nido-editor-wrap'

/** What shows the text, and is told where it is another one by the store's own doing. */
export interface TextField {
  replace(text: Text): void
}

/** Where one writes, both from 1, and how many letters are selected. */
export interface Caret {
  line: number
  column: number
  selected: number
}

export type EditorState = 'loading' | 'ready' | 'failed' | 'tooLarge' | 'binary'

const START: Caret = { line: 1, column: 1, selected: 0 }

export class EditorStore implements Store {
  path = ''
  /** The file as it was read or saved last. */
  readonly content = new Latest<TextFile | 'binary', string>()
  isTooLarge = false
  /** What is written here. */
  text: Text = Text.empty
  caret: Caret = START
  isSaving = false
  /** Why it could not be saved the last time. */
  failure: ApiError | null = null
  /** What somebody else has made of the file since it was read: another text, or it is gone. */
  meanwhile: TextFile | 'gone' | null = null
  /** Long lines are broken at the edge. */
  isWrapped: boolean
  #field: TextField | null = null
  readonly #root: RootStore
  readonly #api: TextsApi
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    this.#api = createTextsApi(root.api.http)
    this.isWrapped = root.storage.getItem(WRAP_KEY) !== 'no'
    makeAutoObservable(
      this,
      { content: false, text: observableRef, caret: observableRef, meanwhile: observableRef },
      { autoBind: true },
    )
    this.#blank = rememberBlank(this, ['isWrapped'])
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
    return this.file !== null && !this.text.eq(this.file.text)
  }

  hasChanges(): boolean {
    return this.isDirty
  }

  /** Whether there is something to save, and nobody has to say first whose text it is to be. */
  get canSave(): boolean {
    return !this.isSaving && (this.meanwhile === 'gone' || (this.meanwhile === null && this.isDirty))
  }

  get isLarge(): boolean {
    return (this.file?.size ?? 0) > LARGE_BYTES
  }

  /** Opens a file of so many bytes. */
  async open(path: string, size: number): Promise<void> {
    this.forget()
    this.path = path
    this.isTooLarge = size > OPENED_MAX_BYTES
    if (this.isTooLarge) return
    await this.content.load((signal) => readText(this.#api, path, signal), {
      of: path,
      onShown: (file) => {
        if (file !== 'binary') this.text = file.text
      },
    })
  }

  /** Tells what shows the text; answers how to take it away. */
  attach(field: TextField): () => void {
    this.#field = field
    return () => {
      if (this.#field === field) this.#field = null
    }
  }

  write(text: Text): void {
    this.text = text
  }

  setCaret(caret: Caret): void {
    this.caret = caret
  }

  setWrapped(isWrapped: boolean): void {
    this.isWrapped = isWrapped
    this.#root.storage.setItem(WRAP_KEY, isWrapped ? 'yes' : 'no')
  }

  /** Saves what is written here, unless somebody else changed the file meanwhile. Answers whether it is done. */
  async save(): Promise<boolean> {
    const { file, path, text, meanwhile } = this
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

  /** What is written here is to replace what somebody else saved. */
  keepMine(): void {
    if (this.meanwhile !== null && this.meanwhile !== 'gone') this.#settle(this.meanwhile)
  }

  /** What somebody else saved takes the place of what is written here; undoing brings that back. */
  takeTheirs(): void {
    if (this.meanwhile !== null && this.meanwhile !== 'gone') this.#show(this.meanwhile)
  }

  /** Looks whether the file is still as it was read; shows what it is now where nothing was written here. */
  async look(): Promise<void> {
    const { file, path } = this
    if (file === null || this.isSaving) return
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

  /** The file is another one than before. */
  #meet(now: TextFile): void {
    const { file, text } = this
    if (file?.tag === now.tag || now.text.eq(text)) return this.#settle(now)
    if (this.isDirty) return this.#setMeanwhile(now)
    this.#show(now)
    this.#tell('preview.replaced')
  }

  async #explain(error: ApiError): Promise<void> {
    if (error.code === 'preconditionFailed' || error.code === 'conflict') {
      this.isSaving = false
      await this.look()
    } else if (error.code === 'notFound') this.#setMeanwhile('gone')
    else this.#setFailure(error)
  }

  /** The file is now so; what is written here stays. */
  #settle(file: TextFile): void {
    this.content.edit(() => file)
    this.meanwhile = null
    this.failure = null
  }

  #show(file: TextFile): void {
    this.#settle(file)
    this.text = file.text
    this.#field?.replace(file.text)
  }

  #tell(key: 'preview.replaced' | 'editor.becameUtf8'): void {
    this.#root.toasts.show({ kind: 'plain', message: { key, values: { name: nameOf(this.path) } } })
  }

  #setMeanwhile(meanwhile: TextFile | 'gone'): void {
    this.meanwhile = meanwhile
  }

  #setFailure(error: ApiError): void {
    this.failure = error
  }
}

/** The store, made when it is first asked for. */
export const editorOf = (root: RootStore): EditorStore => (root.later.editor ??= new EditorStore(root))
