// Reads SubStation Alpha (.ssa, v4) and Advanced SubStation Alpha (.ass, v4+): text and times; of the styles, only
// italic, bold, underlined and top position.
import { type Cue, cueText } from './cue.ts'

const FIELDS = ['layer', 'start', 'end', 'style', 'name', 'marginl', 'marginr', 'marginv', 'effect', 'text']
/** No film has a thousand hours, and longer numbers could not be written back. */
const TIME = /^(\d{1,3}):(\d{1,2}):(\d{1,2})(?:[.:](\d{1,3}))?$/
const OVERRIDE = /\{[^{}]*\}/g
/** Vector drawings, which only look like text. */
const DRAWING = /\\p[1-9]/
const AT_TOP = /\\an[789]|\\a[567](?!\d)/

/** The cues of a text. Lines that are not dialogue are skipped. */
export function readSubStation(text: string): Cue[] {
  let layout = layoutOf(FIELDS)
  let isEvents = false
  const cues: Cue[] = []
  for (const line of text.split(/\r\n|\r|\n/)) {
    const section = /^\s*\[([^\]]*)\]/.exec(line)?.[1]
    if (section !== undefined) isEvents = section.toLowerCase() === 'events'
    if (!isEvents) continue
    const [, kind, rest] = /^\s*(Format|Dialogue)\s*:(.*)$/i.exec(line) ?? []
    if (kind === undefined || rest === undefined) continue
    if (kind.toLowerCase() === 'format') layout = layoutOf(rest.split(','))
    else cues.push(...cueOf(rest, layout))
  }
  return cues
}

/**
 * The positions of the fields, determined once, because a format may name half a million. The text is the last field
 * and may contain commas.
 */
interface Layout {
  start: number
  end: number
  text: number
}

function layoutOf(fields: readonly string[]): Layout {
  const names = fields.map((field) => field.trim().toLowerCase())
  return { start: names.indexOf('start'), end: names.indexOf('end'), text: names.length - 1 }
}

function cueOf(line: string, layout: Layout): Cue[] {
  const values = line.split(',')
  const said = values.slice(layout.text).join(',')
  const [start, end] = [
    milliseconds(values[layout.start]?.trim() ?? ''),
    milliseconds(values[layout.end]?.trim() ?? ''),
  ]
  if (start === null || end === null || end <= start || DRAWING.test(said)) return []
  const text = cueText(plain(said))
  return text === '' ? [] : [{ start, end, text, isTop: AT_TOP.test(said) }]
}

/** Removes override codes, except for those with a WebVTT tag. Angle brackets are plain text here. */
function plain(said: string): string {
  const marked = said.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return marked
    .replace(OVERRIDE, (codes) =>
      [...codes.matchAll(/\\([biu])(\d+)/g)]
        .map(([, tag, value]) => (value === '0' ? `</${tag}>` : `<${tag}>`))
        .join(''),
    )
    .replace(/\\[Nn]/g, '\n')
    .replaceAll(String.raw`\h`, '\u00a0')
}

function milliseconds(time: string): number | null {
  const [, hours, minutes, seconds, fraction = '0'] = TIME.exec(time) ?? []
  if (hours === undefined) return null
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'))
}
