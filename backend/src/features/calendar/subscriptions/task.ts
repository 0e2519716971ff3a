// Reads an outside calendar in a child process, because it may be made to do harm.
import type { Task } from '../../../lib/child/serve.ts'
import { readCalendar } from '../icalendar/reading.ts'
import type { ReadWish } from '../icalendar/types.ts'
import type { StoredEvent } from '../types.ts'
import { keptOf, type Keeping } from './keeping.ts'

export interface OutsideCalendar {
  name: string
  events: StoredEvent[]
  refused: number
  left: number
}

/** The body of the answer is an `OutsideCalendar` as JSON, which may be long. */
export const outsideCalendar: Task = (input, body) => {
  const wish = input as ReadWish & Keeping
  const { name, events, refused } = readCalendar(new TextDecoder().decode(body), wish)
  const told: OutsideCalendar = { name, ...keptOf(events, wish), refused: refused.length }
  return { body: Buffer.from(JSON.stringify(told)) }
}
