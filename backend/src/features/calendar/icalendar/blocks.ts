// Cuts a file into its events and what is around them, so that an event that cannot be parsed is refused alone.
import { AppError } from '../../../lib/app-error.ts'

export interface CalendarBlocks {
  /** The calendar without its events. */
  frame: string
  /** `BEGIN:VEVENT` to `END:VEVENT`. */
  events: string[]
  /** Titles of tasks and journals, which Nido does not have. */
  others: string[]
}

const BEGIN = /^BEGIN:(VEVENT|VTODO|VJOURNAL)\s*$/i

/** @throws AppError `unsupportedMediaType` for a text without a calendar, `tooLarge` for too many events */
export function cutBlocks(text: string, most: number): CalendarBlocks {
  const frame: string[] = []
  const found: { events: string[]; others: string[] } = { events: [], others: [] }
  let open: { name: string; lines: string[] } | null = null
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    if (open !== null) {
      open.lines.push(line)
      if (line.trim().toUpperCase() !== `END:${open.name}`) continue
      const block = open.lines.join('\r\n')
      if (open.name === 'VEVENT') found.events.push(block)
      else found.others.push(block)
      open = null
      if (found.events.length + found.others.length > most)
        throw new AppError('tooLarge', `a file has ${most} events at most`)
      continue
    }
    const name = BEGIN.exec(line)?.[1]?.toUpperCase()
    if (name !== undefined) open = { name, lines: [line] }
    else if (line.trim() !== '') frame.push(line)
  }
  if (!/^BEGIN:VCALENDAR\s*$/i.test(frame[0] ?? ''))
    throw new AppError('unsupportedMediaType', 'this is no calendar: it does not begin with BEGIN:VCALENDAR')
  return { frame: frame.join('\r\n'), ...found }
}
