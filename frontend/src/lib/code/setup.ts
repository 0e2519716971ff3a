// The extensions of the editor: line numbers, undo, indentation, search. Their looks are in the page's own style sheet.
// Code gets its colours by class.
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'

export interface CodeSetup {
  /** The label of the text for screen readers. */
  label: string
  /** Translations of the library's texts, by the English ones. */
  phrases: Readonly<Record<string, string>>
  /** One step of indentation. */
  indent: string
  /** Leaves out what is slow in a large text. */
  isLarge?: boolean
}

/** Escape does not clear a selection. It leaves the text. */
const KEYS = defaultKeymap.filter(({ key }) => key !== 'Escape')
/** The width of a tab in columns. */
const TAB_COLUMNS = 4

export function codeSetup({ label, phrases, indent, isLarge = false }: CodeSetup): Extension[] {
  return [
    lineNumbers(),
    history(),
    indentOnInput(),
    search({ top: true }),
    EditorState.phrases.of(phrases),
    EditorState.tabSize.of(indent === '\t' ? TAB_COLUMNS : indent.length),
    indentUnit.of(indent),
    // Tab indents. After Escape it moves the focus out of the text; the view itself does that.
    keymap.of([...KEYS, ...searchKeymap, ...historyKeymap, indentWithTab]),
    EditorView.contentAttributes.of({ 'aria-label': label, autocapitalize: 'off', autocorrect: 'off' }),
    highlightActiveLine(),
    ...(isLarge ? [] : [bracketMatching(), highlightSelectionMatches(), ...codeColours]),
  ]
}

/** Colours code in texts with a language. */
export const codeColours: readonly Extension[] = [syntaxHighlighting(classHighlighter)]
