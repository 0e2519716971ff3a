import { Text } from '@codemirror/state'
import { makeAutoObservable, observableRef } from 'mobx'
import type { Caret } from '../../lib/code/CodeView.ts'
import type { UiOptions } from '../UiStore.ts'
import { rememberBlank, type Store } from '../forgetting.ts'

/** The text field on the screen. It is told when the text changes without anybody typing in it. */
export interface TextField {
  replace(text: Text): void
}

export interface SheetOptions {
  storage: UiOptions['storage']
  onWrite(text: Text): void
}

const WRAP_KEY = 'nido-editor-wrap'

/** The text in the editor, and how it is shown. */
export class Sheet implements Store {
  text: Text = Text.empty
  caret: Caret = { line: 1, column: 1, selected: 0 }
  /** Whether long lines are wrapped. */
  isWrapped: boolean
  #field: TextField | null = null
  readonly #options: SheetOptions
  readonly #blank: () => void

  constructor(options: SheetOptions) {
    this.#options = options
    this.isWrapped = options.storage.getItem(WRAP_KEY) !== 'no'
    makeAutoObservable(this, { text: observableRef, caret: observableRef }, { autoBind: true })
    this.#blank = rememberBlank(this, ['isWrapped'])
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.#blank()
  }

  /** Connects the text field; returns how to disconnect it. */
  attach(field: TextField): () => void {
    this.#field = field
    return () => {
      if (this.#field === field) this.#field = null
    }
  }

  write(text: Text): void {
    this.text = text
    this.#options.onWrite(text)
  }

  /** Replaces the text. Undo in the field brings the old one back. */
  replace(text: Text): void {
    this.write(text)
    this.#field?.replace(text)
  }

  setCaret(caret: Caret): void {
    this.caret = caret
  }

  setWrapped(isWrapped: boolean): void {
    this.isWrapped = isWrapped
    this.#options.storage.setItem(WRAP_KEY, isWrapped ? 'yes' : 'no')
  }
}
