import { LanguageDescription } from '@codemirror/language'
import { languages } from '@codemirror/language-data'
import { classHighlighter, highlightCode } from '@lezer/highlight'
import { loadLanguage } from './languages.ts'

/** Longer blocks are not coloured. */
const COLOURED_MAX_LENGTH = 50_000
/** The most blocks that are coloured in a text. */
const BLOCKS_MAX = 200

/** Colours the code blocks in an element. Their classes name the language (`language-js`). */
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
