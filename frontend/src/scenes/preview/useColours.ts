import { useEffect, useState } from 'react'
import type { ColouredPiece } from '../../lib/code/colours.ts'

/** A longer text is not coloured, because that would take too long. */
const COLOURED_MAX_LENGTH = 200_000

/** The pieces of a text in the colours of its language; null while the text is plain. */
export function useColours(name: string, text: string | null): readonly ColouredPiece[] | null {
  const [coloured, setColoured] = useState<{ text: string; pieces: readonly ColouredPiece[] } | null>(null)
  useEffect(() => {
    if (text === null || text === '' || text.length > COLOURED_MAX_LENGTH) return
    let isCurrent = true
    const colour = async () => {
      const { coloursOf } = await import('../../lib/code/colours.ts')
      const pieces = await coloursOf(name, text)
      if (isCurrent && pieces !== null) setColoured({ text, pieces })
    }
    // The text can be read without colours, too.
    colour().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [name, text])
  return coloured !== null && coloured.text === text ? coloured.pieces : null
}
