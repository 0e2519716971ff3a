// Colours the text of a language that is only read.
import { classHighlighter, highlightCode } from '@lezer/highlight'
import { languageOf, loadLanguage } from './languages.ts'

/** A piece of a text that begins at a position. `classes` is '' if it has no colour. */
export interface ColouredPiece {
  from: number
  text: string
  classes: string
}

/** The pieces of a text; null if its language is unknown. */
export async function coloursOf(name: string, text: string): Promise<ColouredPiece[] | null> {
  const loaded = await loadLanguage(languageOf(name))
  if (loaded === null) return null
  const pieces: ColouredPiece[] = []
  let from = 0
  const put = (piece: string, classes: string) => {
    const last = pieces.at(-1)
    if (last !== undefined && last.classes === classes) last.text += piece
    else pieces.push({ from, text: piece, classes })
    from += piece.length
  }
  highlightCode(text, loaded.language.parser.parse(text), classHighlighter, put, () => put('\n', ''))
  return pieces
}
