// Two texts side by side or, if there is not enough room, in one column. They cannot be edited.
import { MergeView, unifiedMergeView } from '@codemirror/merge'
import { Compartment, EditorState, type Extension, type Text } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { DIFFERENCES } from './differences.ts'
import { languageOf, loadLanguage } from './languages.ts'
import { codeColours } from './setup.ts'

export interface ComparedText {
  name: string
  text: Text
  /** The label of the text for screen readers. */
  label: string
}

export interface CompareViewOptions {
  parent: Element
  first: ComparedText
  second: ComparedText
  isNarrow: boolean
  phrases: Readonly<Record<string, string>>
}

export class CompareView {
  readonly #views: readonly EditorView[]
  readonly #whole: { destroy(): void }

  constructor({ parent, first, second, isNarrow, phrases }: CompareViewOptions) {
    const own = EditorState.phrases.of(phrases)
    if (isNarrow) {
      const differences = unifiedMergeView({ original: first.text, mergeControls: false, ...DIFFERENCES })
      const view = new EditorView({ parent, doc: second.text, extensions: [own, reading(second), differences] })
      this.#views = [view]
      this.#whole = view
    } else {
      const [a, b] = [first, second].map((side) => ({ doc: side.text, extensions: [own, reading(side)] }))
      const view = new MergeView({ parent, a: a ?? {}, b: b ?? {}, ...DIFFERENCES })
      this.#views = [view.a, view.b]
      this.#whole = view
    }
    const sides = isNarrow ? [second] : [first, second]
    this.#views.forEach((view, index) => void colour(view, sides[index]?.name ?? ''))
  }

  destroy(): void {
    this.#whole.destroy()
  }
}

const language = new Compartment()

const reading = ({ label }: ComparedText): Extension[] => [
  lineNumbers(),
  EditorState.readOnly.of(true),
  // It gets the focus nevertheless, so that keys scroll it.
  EditorView.editable.of(false),
  EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
  EditorView.lineWrapping,
  language.of([]),
  ...codeColours,
]

async function colour(view: EditorView, name: string): Promise<void> {
  const loaded = await loadLanguage(languageOf(name))
  if (loaded !== null) view.dispatch({ effects: language.reconfigure(loaded) })
}
