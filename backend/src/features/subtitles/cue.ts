// Writes WebVTT (W3C) from cues.

/**
 * A cue: milliseconds from the beginning, and its text as WebVTT (tags `b`, `i`, `u`; `&` and `<` escaped).
 */
export interface Cue {
  start: number
  end: number
  text: string
  /** Whether it is at the top of the picture. */
  isTop: boolean
}

/** The file with the given cues, sorted by time. */
export function writeWebVtt(cues: readonly Cue[]): string {
  const blocks = cues
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, text, isTop }) => `${clock(start)} --> ${clock(end)}${isTop ? ' line:0' : ''}\n${text}\n`)
  return ['WEBVTT\n', ...blocks].join('\n')
}

function clock(ms: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return (
    `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}` +
    `.${String(ms % 1000).padStart(3, '0')}`
  )
}

const TAG = /<(\/?)([biu])>/gi

/**
 * Converts a text with HTML-like tags to WebVTT: properly closed `b`, `i`, `u` stay, other tags are removed, everything
 * else is text. Empty lines are removed, because they would end the cue.
 */
export function cueText(text: string): string {
  const kept = text.replace(/<br\s*\/?>/gi, '\n').replace(/<(?!\/?[biu]>)\/?[a-z][^<>\n]*>/gi, '')
  const parts = kept.split(TAG)
  let written = ''
  const open: string[] = []
  for (let at = 0; at < parts.length; at += 3) {
    written += escape(parts[at] ?? '')
    const name = parts[at + 2]?.toLowerCase()
    if (name === undefined) continue
    if (parts[at + 1] === '') {
      if (open.includes(name)) continue
      open.push(name)
      written += `<${name}>`
    } else if (open.includes(name)) {
      // Tags have to be nested, so those opened later are closed first.
      for (let last = open.pop(); last !== undefined; last = open.pop()) {
        written += `</${last}>`
        if (last === name) break
      }
    }
  }
  for (const name of open.toReversed()) written += `</${name}>`
  return written
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

// Existing entities keep their meaning.
const escape = (text: string): string =>
  text
    .replace(/&(?!(?:amp|lt|gt|nbsp|lrm|rlm|#\d+|#x[\da-f]+);)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
