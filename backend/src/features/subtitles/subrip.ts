// Reads SubRip (.srt) as it is found in practice: with or without numbers, dots for commas, and HTML-like tags.
import { type Cue, cueText } from './cue.ts'

const TIME = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:[,.:](\d{1,3}))?`
const TIMING = new RegExp(String.raw`^\s*${TIME}\s*-{1,2}>\s*${TIME}`)
/** SubStation's tag for the top of the picture, which SubRip players know too. */
const AT_TOP = /\{\\an?[789]\}/
const OVERRIDE = /\{\\[^{}\n]*\}/g

/** The cues of a text. Other lines are skipped. */
export function readSubRip(text: string): Cue[] {
  const lines = text.split(/\r\n|\r|\n/)
  const starts = lines.flatMap((line, at) => (TIMING.test(line) ? [at] : []))
  return starts.flatMap((at, index) => {
    const next = starts[index + 1] ?? lines.length
    const body = lines.slice(at + 1, next)
    // The number of the next cue is on the line before its times.
    if (next < lines.length && /^\s*\d+\s*$/.test(body.at(-1) ?? '')) body.pop()
    return cueOf(lines[at] ?? '', body.join('\n'))
  })
}

function cueOf(timing: string, body: string): Cue[] {
  const [, ...numbers] = TIMING.exec(timing) ?? []
  const [start, end] = [milliseconds(numbers.slice(0, 4)), milliseconds(numbers.slice(4))]
  const text = cueText(body.replace(OVERRIDE, ''))
  return end > start && text !== '' ? [{ start, end, text, isTop: AT_TOP.test(body) }] : []
}

function milliseconds([hours = '0', minutes = '0', seconds = '0', fraction = '0']: (string | undefined)[]): number {
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'))
}
