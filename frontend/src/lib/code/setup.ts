// What the text of a file is edited with: numbers of lines, undoing, indenting, searching. Looks come from the page's
// own style sheet, colours of code by class.
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'

export interface CodeSetup {
  /** What a screen reader calls the text. */
  label: string
  /** Words of the editor's own, by what they are in English. */
  phrases: Readonly<Record<string, string>>
  /** One step of indentation. */
  indent: string
  /** Does without what takes long in a large text. */
  isLarge?: boolean
}

/** Escape is not for a selection: it leads out of the text. */
const KEYS = defaultKeymap.filter(({ key }) => key !== 'Escape')
/** Columns that a tab takes. */
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
    // Tab indents; after Escape it leaves the text, as the view itself has it.
    keymap.of([...KEYS, ...searchKeymap, ...historyKeymap, indentWithTab]),
    EditorView.contentAttributes.of({ 'aria-label': label, autocapitalize: 'off', autocorrect: 'off' }),
    highlightActiveLine(),
    ...(isLarge ? [] : [bracketMatching(), highlightSelectionMatches(), ...codeColours]),
  ]
}

/** Code in colours, wherever a language is set. */
export const codeColours: readonly Extension[] = [syntaxHighlighting(classHighlighter)]
