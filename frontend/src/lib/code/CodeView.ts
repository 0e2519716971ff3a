// An editable text on the screen.
import { redo, redoDepth, undo, undoDepth } from '@codemirror/commands'
import { openSearchPanel } from '@codemirror/search'
import { Compartment, type Extension, type Text } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { languageOf, loadLanguage } from './languages.ts'
import { type CodeSetup, codeSetup } from './setup.ts'

/** The position of the cursor, both from 1. */
export interface Caret {
  line: number
  column: number
  /** The number of selected characters. */
  selected: number
}

export interface CodeViewOptions extends CodeSetup {
  parent: Element
  text: Text
  /** The file name, which decides the language. */
  name: string
  isWrapped: boolean
  onText(text: Text): void
  onCaret(caret: Caret): void
}

export class CodeView {
  readonly #view: EditorView
  readonly #wrap = new Compartment()
  readonly #language = new Compartment()
  readonly #differences = new Compartment()
  #original: Text | null = null

  constructor({ parent, text, isWrapped, onText, onCaret, ...setup }: CodeViewOptions) {
    this.#view = new EditorView({
      parent,
      doc: text,
      extensions: [
        codeSetup(setup),
        this.#wrap.of(wrapping(isWrapped)),
        this.#language.of([]),
        this.#differences.of([]),
        EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
          if (docChanged) onText(state.doc)
          if (docChanged || selectionSet) onCaret(this.caret)
        }),
      ],
    })
    if (setup.isLarge !== true) void this.#colour(setup.name)
  }

  get caret(): Caret {
    const { doc, selection } = this.#view.state
    const { head, from, to } = selection.main
    const line = doc.lineAt(head)
    return { line: line.number, column: head - line.from + 1, selected: to - from }
  }

  get canUndo(): boolean {
    return undoDepth(this.#view.state) > 0
  }

  get canRedo(): boolean {
    return redoDepth(this.#view.state) > 0
  }

  /** Replaces the text. Undo brings the old one back. */
  replace(text: Text): void {
    const { doc, selection } = this.#view.state
    const anchor = Math.min(selection.main.anchor, text.length)
    this.#view.dispatch({ changes: { from: 0, to: doc.length, insert: text }, selection: { anchor } })
  }

  setWrapped(isWrapped: boolean): void {
    this.#view.dispatch({ effects: this.#wrap.reconfigure(wrapping(isWrapped)) })
  }

  /** Marks the differences from `original`; null removes the marks. */
  async compare(original: Text | null): Promise<void> {
    this.#original = original
    const { differencesFrom } = await import('./differences.ts')
    if (this.#original !== original) return
    this.#view.dispatch({ effects: this.#differences.reconfigure(original === null ? [] : differencesFrom(original)) })
  }

  search(): void {
    openSearchPanel(this.#view)
  }

  undo(): void {
    undo(this.#view)
  }

  redo(): void {
    redo(this.#view)
  }

  focus(): void {
    this.#view.focus()
  }

  destroy(): void {
    this.#view.destroy()
  }

  async #colour(name: string): Promise<void> {
    const language = await loadLanguage(languageOf(name))
    if (language !== null) this.#view.dispatch({ effects: this.#language.reconfigure(language) })
  }
}

const wrapping = (isWrapped: boolean): Extension => (isWrapped ? EditorView.lineWrapping : [])
