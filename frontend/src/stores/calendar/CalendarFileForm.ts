// An import while its dialog is open: the file, what is in it, and where it goes.
import { makeAutoObservable, observableRef } from 'mobx'
import type { CalendarImport } from '../../../../backend/contract/calendar.ts'
import { CALENDAR_FILE_MAX_BYTES, EVERYONE } from '../../../../backend/contract/calendar-limits.ts'
import { messageOf } from '../../api/error-message.ts'
import { ApiError } from '../../api/http.ts'
import type { Message } from '../../i18n/message.ts'
import type { CalendarStore } from '../CalendarStore.ts'
import { ownZone } from './EventForm.ts'

export class CalendarFileForm {
  file: File | null = null
  /** Where new events go. */
  calendar: string
  /** What the import would do; null until it is known. */
  found: CalendarImport | null = null
  failure: Message | null = null
  isBusy = false
  readonly #calendars: CalendarStore

  constructor(calendars: CalendarStore) {
    this.#calendars = calendars
    this.calendar = calendars.calendars.find(({ mayChange }) => mayChange)?.id ?? EVERYONE
    makeAutoObservable(this, { file: observableRef, found: observableRef, failure: observableRef }, { autoBind: true })
  }

  /** How many events come in or are changed. */
  get count(): number {
    return this.found === null ? 0 : this.found.fresh + this.found.changed
  }

  async choose(file: File): Promise<void> {
    this.file = file
    await this.#look()
  }

  async choosePlace(calendar: string): Promise<void> {
    this.calendar = calendar
    if (this.file !== null) await this.#look()
  }

  /** Answers whether it is done. */
  async carryOut(): Promise<boolean> {
    if (this.count === 0 || this.isBusy) return false
    return this.#work(async (file) => {
      await this.#calendars.importFile(file)
      return this.found
    })
  }

  async #look(): Promise<void> {
    this.found = null
    await this.#work((file) => {
      if (file.file.size > CALENDAR_FILE_MAX_BYTES) throw new ApiError(413, 'tooLarge', 'the file is too large')
      return this.#calendars.lookAtFile(file)
    })
  }

  async #work(call: (file: { file: File; calendar: string; zone: string }) => Promise<CalendarImport | null>) {
    const { file, calendar } = this
    if (file === null) return false
    this.isBusy = true
    this.failure = null
    try {
      this.#done(await call({ file, calendar, zone: ownZone() }), null)
      return true
    } catch (error) {
      this.#done(null, importMessage(error))
      return false
    }
  }

  #done(found: CalendarImport | null, failure: Message | null): void {
    this.found = found
    this.failure = failure
    this.isBusy = false
  }
}

/** Files have reasons of their own not to come in. */
function importMessage(error: unknown): Message {
  if (!(error instanceof ApiError)) return messageOf(error)
  if (error.code === 'unsupportedMediaType' || error.code === 'badRequest') return { key: 'calendar.import.unreadable' }
  if (error.code === 'tooLarge') return { key: 'calendar.import.tooLarge' }
  if (error.code === 'tooMany') return { key: 'calendar.import.full' }
  return messageOf(error)
}
