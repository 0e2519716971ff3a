// The reminders of one person: what is due, and what was done with it on any device.
import type { ReminderAnswer, ReminderList } from '../../../contract/reminders.ts'
import {
  REMINDER_ANSWER_MS,
  REMINDER_LATE_MS,
  REMINDERS_AHEAD_MS,
  REMINDERS_MAX,
} from '../../../contract/reminder-limits.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Actor } from '../access/actor.ts'
import type { CalendarReading } from '../calendar/reading.ts'
import type { CalendarReminders, PlannedReminder } from '../calendar/reminding.ts'
import type { ReminderAnswers } from './answers.ts'
import type { OwnReminders } from './own.ts'

export interface HouseRemindersOptions {
  calendar: Pick<CalendarReminders, 'due'>
  reading: Pick<CalendarReading, 'find'>
  own: Pick<OwnReminders, 'of' | 'set'>
  answers: Pick<ReminderAnswers, 'of' | 'give'>
  now: Clock
}

export class HouseReminders {
  readonly #options: HouseRemindersOptions

  constructor(options: HouseRemindersOptions) {
    this.#options = options
  }

  /** @throws AppError `conflict` */
  async list(actor: Actor): Promise<ReminderList> {
    const { answers, now } = this.#options
    const [reminders = []] = [...(await this.dueOf([actor])).values()]
    const done = [...(await answers.of(actor.userId))].flatMap(([key, { until }]) => (until === null ? [key] : []))
    return {
      now: new Date(now()).toISOString(),
      items: reminders.slice(0, REMINDERS_MAX).map((one) => ({ ...one, due: new Date(one.due).toISOString() })),
      done,
    }
  }

  /**
   * The reminders of people that were not dismissed, the first due one first: those that were missed by less than an
   * hour, and those of the next hours. What was put off is due later.
   * @throws AppError `conflict`
   */
  async dueOf(actors: readonly Actor[]): Promise<Map<Actor, PlannedReminder[]>> {
    const { answers, calendar, now, own } = this.#options
    const people = await Promise.all(actors.map(async (actor) => ({ actor, own: await own.of(actor.userId) })))
    // What was put off may have been due long ago.
    const window = { from: now() - REMINDER_ANSWER_MS, to: now() + REMINDERS_AHEAD_MS }
    const found = new Map<Actor, PlannedReminder[]>()
    for (const [{ actor }, planned] of await calendar.due(people, window)) {
      const answered = await answers.of(actor.userId)
      const open = planned.flatMap((one) => {
        const { until } = answered.get(one.key) ?? { until: one.due }
        return until !== null && until > now() - REMINDER_LATE_MS ? [{ ...one, due: until }] : []
      })
      found.set(
        actor,
        open.toSorted((a, b) => a.due - b.due || a.key.localeCompare(b.key)),
      )
    }
    return found
  }

  async answer({ userId }: Actor, answer: ReminderAnswer): Promise<void> {
    await this.#options.answers.give(userId, answer)
  }

  /** @throws AppError `notFound`, `badRequest` for an event of one's own, whose reminders are a field of it */
  async setOwn({ userId }: Actor, event: string, minutes: readonly number[]): Promise<void> {
    const { owner } = await this.#options.reading.find(event)
    if (owner === userId) throw new AppError('badRequest', 'the reminders of one’s own events are a field of these')
    await this.#options.own.set(userId, event, minutes)
  }
}
