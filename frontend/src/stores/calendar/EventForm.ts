// The form of an event: its fields as a person types them.
import { makeAutoObservable } from 'mobx'
import { Temporal } from 'temporal-polyfill'
import type { EventFields, EventRecord } from '../../../../backend/contract/calendar.ts'

/** How an event repeats, for the choice of the form. `other`: by a rule that the form has no fields for. */
export const REPEATS = ['never', 'daily', 'weekly', 'monthly', 'yearly', 'other'] as const
export type Repeat = (typeof REPEATS)[number]

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** An event of one hour, on the day that is shown. */
export const blankFields = (calendar: string, day: string): EventFields => ({
  calendar,
  title: '',
  allDay: false,
  start: `${day}T10:00`,
  end: `${day}T11:00`,
  zone: ownZone(),
  place: '',
  notes: '',
  who: [],
  reminders: [],
  rule: null,
  files: [],
  private: false,
})

export const fieldsOf = (record: EventRecord): EventFields => {
  const { calendar, title, allDay, start, end, zone, place, notes, who, reminders, rule, files } = record
  return {
    calendar,
    title,
    allDay,
    start,
    end,
    zone,
    place,
    notes,
    who,
    reminders,
    rule,
    files,
    private: record.private,
  }
}

/** Whether a field has a day of the years that events may have. An unfinished one is empty. */
const isDay = (day: string): boolean => /^\d{4}-\d\d-\d\d$/.test(day)
const dayOf = (moment: string): string => moment.slice(0, 10)
const timeOf = (moment: string): string => moment.slice(11, 16)
const later = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString()

export class EventForm {
  fields: EventFields
  /** The last day, inclusive, of an event of whole days; else that of its end. */
  startDay: string
  startTime: string
  endDay: string
  endTime: string
  repeat: Repeat
  /** The last day of a repetition; empty for one without an end. */
  until: string
  readonly #rule: string | null

  constructor(fields: EventFields) {
    this.fields = fields
    this.startDay = dayOf(fields.start)
    this.startTime = timeOf(fields.start) || '10:00'
    this.endDay = fields.allDay ? later(dayOf(fields.end), -1) : dayOf(fields.end)
    this.endTime = timeOf(fields.end) || '11:00'
    this.#rule = fields.rule
    this.repeat = repeatOf(fields.rule)
    this.until = untilOf(fields.rule)
    makeAutoObservable(this, {}, { autoBind: true })
  }

  set(fields: Partial<EventFields>): void {
    Object.assign(this.fields, fields)
  }

  /** The end goes along, so that the event stays as long as it was. */
  setStart(day: string, time: string): void {
    if (!isDay(day) || time === '') return
    const length = this.#start.until(this.#end)
    this.startDay = day
    this.startTime = time
    const end = this.#start.add(length)
    this.endDay = end.toPlainDate().toString()
    this.endTime = end.toPlainTime().toString().slice(0, 5)
  }

  setEnd(day: string, time: string): void {
    if (!isDay(day) || time === '') return
    this.endDay = day
    this.endTime = time
  }

  setRepeat(repeat: Repeat): void {
    this.repeat = repeat
    if (repeat === 'never') this.until = ''
  }

  setUntil(day: string): void {
    this.until = day
  }

  togglePerson(id: number): void {
    const { who } = this.fields
    this.fields.who = who.includes(id) ? who.filter((other) => other !== id) : [...who, id]
  }

  get isTimeWrong(): boolean {
    return this.fields.allDay ? this.endDay < this.startDay : Temporal.PlainDateTime.compare(this.#end, this.#start) < 0
  }

  get canSave(): boolean {
    return this.fields.title.trim() !== '' && !this.isTimeWrong
  }

  get wanted(): EventFields {
    const { allDay } = this.fields
    return {
      ...this.fields,
      title: this.fields.title.trim(),
      start: allDay ? this.startDay : `${this.startDay}T${this.startTime}`,
      end: allDay ? later(this.endDay, 1) : `${this.endDay}T${this.endTime}`,
      rule: this.#wantedRule,
    }
  }

  get #wantedRule(): string | null {
    const { repeat, until } = this
    if (repeat === 'never') return null
    if (repeat === repeatOf(this.#rule) && until === untilOf(this.#rule)) return this.#rule
    const base =
      repeat === 'other' ? (this.#rule ?? '').replace(/;?(?:UNTIL|COUNT)=[^;]*/g, '') : `FREQ=${repeat.toUpperCase()}`
    return until === '' ? base : `${base};UNTIL=${until.replaceAll('-', '')}`
  }

  get #start(): Temporal.PlainDateTime {
    return Temporal.PlainDateTime.from(`${this.startDay}T${this.startTime}`)
  }

  get #end(): Temporal.PlainDateTime {
    return Temporal.PlainDateTime.from(`${this.endDay}T${this.endTime}`)
  }
}

const SIMPLE = /^FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY)(?:;UNTIL=[\dTZ]+)?$/

function repeatOf(rule: string | null): Repeat {
  if (rule === null) return 'never'
  const [, simple] = SIMPLE.exec(rule) ?? []
  return simple === undefined ? 'other' : (REPEATS.find((one) => one === simple.toLowerCase()) ?? 'other')
}

/** The last day of a rule, as the field of the form has it. */
function untilOf(rule: string | null): string {
  const [, year, month, day] = /UNTIL=(\d{4})(\d\d)(\d\d)/.exec(rule ?? '') ?? []
  return year === undefined ? '' : `${year}-${month ?? ''}-${day ?? ''}`
}
