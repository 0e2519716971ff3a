// Reads an iCalendar file in a child process.
import type { Task } from '../../../lib/child/serve.ts'
import { readCalendar } from './reading.ts'
import type { ReadWish } from './types.ts'

/** The body of the answer is a `ReadCalendar` as JSON, which may be long; `input` is a `ReadWish`. */
export const calendarFile: Task = (input, body) => ({
  body: Buffer.from(JSON.stringify(readCalendar(new TextDecoder().decode(body), input as ReadWish))),
})
