// The layout of a text, detected from its contents: line endings and indentation.

export type LineEnding = '\n' | '\r\n' | '\r'

export interface TextShape {
  ending: LineEnding
  /** Whether lines end in different ways. Saving gives all of them the most frequent ending. */
  isMixed: boolean
  /** One step of indentation: a tab, or this many spaces. */
  indent: string
}

/** How many lines decide about the indentation. */
const LINES = 2_000
const WIDTHS = [2, 3, 4, 8] as const
const DEFAULT_INDENT = '  '

export function textShapeOf(text: string): TextShape {
  return { ...endingOf(text), indent: indentOf(text) }
}

function endingOf(text: string): Pick<TextShape, 'ending' | 'isMixed'> {
  const counts: Record<LineEnding, number> = { '\n': 0, '\r\n': 0, '\r': 0 }
  for (const [ending] of text.matchAll(/\r\n|\n|\r/g)) counts[ending as LineEnding] += 1
  const found = (Object.keys(counts) as LineEnding[]).filter((ending) => counts[ending] > 0)
  const ending = found.reduce((best, other) => (counts[other] > counts[best] ? other : best), found[0] ?? '\n')
  return { ending, isMixed: found.length > 1 }
}

/** Compares consecutive lines: the additional indentation of a line is the width of one step. */
function indentOf(text: string): string {
  let tabs = 0
  const steps = new Map<number, number>()
  let before = 0
  for (const line of text.split(/\r\n|\n|\r/, LINES)) {
    const [lead = ''] = /^[\t ]*/.exec(line) ?? []
    if (lead.length === line.length) continue
    if (lead.startsWith('\t')) tabs += 1
    const width = lead.startsWith('\t') ? 0 : lead.length
    const step = width - before
    if (step > 1) steps.set(step, (steps.get(step) ?? 0) + 1)
    before = width
  }
  const width = WIDTHS.reduce((best, other) => ((steps.get(other) ?? 0) > (steps.get(best) ?? 0) ? other : best))
  const spaces = steps.get(width) ?? 0
  if (tabs > spaces) return '\t'
  return spaces === 0 ? DEFAULT_INDENT : ' '.repeat(width)
}
