// Why an event of a file cannot come in.
import type { ImportRefusal } from '../../../../contract/calendar-limits.ts'

export class Refusal extends Error {
  readonly why: ImportRefusal
  /** What exactly is the matter: the name of a time zone. */
  readonly detail: string

  constructor(why: ImportRefusal, detail = '') {
    super(`${why} ${detail}`)
    this.why = why
    this.detail = detail
  }
}
