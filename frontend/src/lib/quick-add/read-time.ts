import type { ReadText } from './text.ts'
import { AFTERNOON, CLOCK, END, EVENING } from './words.ts'

/** Minutes since midnight. Without an end, nobody has said how long it lasts. */
export interface ReadTime {
  start: number
  end: number | null
}

const HOUR = 60
const DAY = 24 * HOUR

/** Reads at which time of day something happens; null if the text does not say. */
export function readTime(text: ReadText): ReadTime | null {
  return readRange(text) ?? readMoment(text) ?? readName(text)
}

/** `5-6pm`, `de 9 a 10`, `from 16:30 to 17`. */
function readRange(text: ReadText): ReadTime | null {
  const led = text.take(
    `(?:from|de|between|entre)(?: las?)?\\s${CLOCK}\\s?(?:to|a|-|and|y|until|hasta)(?: las?)?\\s?${CLOCK}${END}`,
  )
  const bare =
    led ?? text.take(`${CLOCK}\\s?(?:-|\u2013|to|a)(?: las?)?\\s?(?=\\d{1,2}(?:[:.h]\\d\\d|\\s?[ap]\\.?m|h))${CLOCK}`)
  if (bare === null) return null
  const to = minutesOf(bare.slice(4))
  if (to === null) return null
  // "5-6pm" means the afternoon for both.
  const from = minutesOf([bare[0], bare[1], bare[2] ?? (to >= 12 * HOUR ? halfOf(bare, to) : undefined), bare[3]])
  return from === null ? null : { start: from, end: to > from ? to : to + DAY }
}

const halfOf = (range: readonly (string | undefined)[], to: number): string | undefined =>
  range[6]?.startsWith('p') === true && Number(range[0]) % 12 <= (to / HOUR) % 12 ? 'pm' : undefined

function readMoment(text: ReadText): ReadTime | null {
  const found =
    text.take(`(?:at|@|a las?|sobre las?)\\s?${CLOCK}${END}`) ??
    text.take(`(?=\\d{1,2}(?:[:.h]\\d\\d|\\s?[ap]\\.?m\\b|h\\b|\\s(?:de|por|in) (?:la|the) ))${CLOCK}${END}`)
  const start = found && minutesOf(found)
  return start === null ? null : { start, end: null }
}

/** Times of day with a name. */
function readName(text: ReadText): ReadTime | null {
  if (text.take('(?:at |a |al )?(?:noon|midday|mediodia)\\b')) return { start: 12 * HOUR, end: null }
  if (text.take('(?:tonight|esta noche|(?:in the|por la) (?:evening|night|noche))\\b'))
    return { start: 20 * HOUR, end: null }
  if (text.take('(?:this afternoon|esta tarde|(?:in the|por la) (?:afternoon|tarde))\\b'))
    return { start: 16 * HOUR, end: null }
  if (text.take('(?:this morning|esta manana|(?:in the|por la) (?:morning|manana))\\b'))
    return { start: 9 * HOUR, end: null }
  return null
}

/** Of hour, minute, half of the day and part of the day; null if there is no such time. */
function minutesOf([hour, minute = '0', half = '', part = '']: readonly (string | undefined)[]): number | null {
  const [hours, minutes] = [Number(hour), Number(minute)]
  if (Number.isNaN(hours) || hours > 24 || minutes > 59) return null
  const isLate = half.startsWith('p') || new RegExp(`^(?:${AFTERNOON}|${EVENING})$`).test(part)
  const isEarly = half.startsWith('a')
  if (isLate && hours < 12) return (hours + 12) * HOUR + minutes
  if (isEarly && hours === 12) return minutes
  return (hours % 24) * HOUR + minutes
}
