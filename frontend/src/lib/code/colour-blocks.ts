import { LanguageDescription } from '@codemirror/language'
import { languages } from '@codemirror/language-data'
import { classHighlighter, highlightCode } from '@lezer/highlight'
import { loadLanguage } from './languages.ts'

/** Longer code stays plain. */
const COLOURED_MAX_LENGTH = 50_000
/** Blocks that are coloured in one text. */
const BLOCKS_MAX = 200

/** Colours the code below an element, by the languages in its classes (`language-js`). */
export async function colourBlocks(parent: Element): Promise<void> {
  for (const block of [...parent.querySelectorAll('pre > code[class^="language-"]')].slice(0, BLOCKS_MAX)) {
    const name = block.className.slice('language-'.length)
    const support = await loadLanguage(LanguageDescription.matchLanguageName(languages, name))
    const code = block.textContent
    if (support === null || code.length > COLOURED_MAX_LENGTH) continue
    const parts: Node[] = []
    highlightCode(
      code,
      support.language.parser.parse(code),
      classHighlighter,
      (text, classes) => parts.push(classes === '' ? document.createTextNode(text) : coloured(text, classes)),
      () => parts.push(document.createTextNode('\n')),
    )
    block.replaceChildren(...parts)
  }
}

function coloured(text: string, classes: string): HTMLSpanElement {
  const span = document.createElement('span')
  span.className = classes
  span.textContent = text
  return span
}
