// WebVTT (W3C), written from cues.

/**
 * A subtitle: milliseconds from the beginning, and its text as WebVTT has it (tags `b`, `i`, `u`; `&`, `<` escaped).
 */
export interface Cue {
  start: number
  end: number
  text: string
  /** Whether it stands at the top of the picture. */
  isTop: boolean
}

/** The file of some cues, in the order of time. */
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
 * A text with tags of HTML's old kind as WebVTT's: `b`, `i`, `u` stay where they close, other tags go, all else is
 * text. Empty lines go: they would end the cue.
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
      // Tags have to be nested: what was opened since is closed first.
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

// Entities that are there already stay what they mean.
const escape = (text: string): string =>
  text
    .replace(/&(?!(?:amp|lt|gt|nbsp|lrm|rlm|#\d+|#x[\da-f]+);)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
