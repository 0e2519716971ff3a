// What people have done with reminders: dismissed them, or put them off.
import type { Model } from 'mongoose'
import type { ReminderAnswer } from '../../../contract/reminders.ts'
import { REMINDER_ANSWER_MS, REMINDER_ANSWERS_MAX } from '../../../contract/reminder-limits.ts'
import type { ChangeCounters } from '../../database/change-counters.ts'
import { upsert } from '../../database/errors.ts'
import type { Clock } from '../../lib/clock.ts'
import { type AnswersDocument, REMINDERS, type StoredAnswer } from './model.ts'

const MINUTE_MS = 60_000

export interface ReminderAnswersOptions {
  model: Model<AnswersDocument>
  changeCounters: Pick<ChangeCounters, 'announce'>
  now: Clock
}

export class ReminderAnswers {
  readonly #options: ReminderAnswersOptions

  constructor(options: ReminderAnswersOptions) {
    this.#options = options
  }

  /** Those of a person that still count, by the keys of reminders; the last one last. */
  async of(owner: number): Promise<Map<string, StoredAnswer>> {
    const document = await this.#options.model.findById(String(owner)).lean<AnswersDocument>()
    const oldest = this.#options.now() - REMINDER_ANSWER_MS
    return new Map(
      Object.entries(document?.answers ?? {})
        .filter(([, { made }]) => made > oldest)
        .toSorted(([, a], [, b]) => a.made - b.made),
    )
  }

  async give(owner: number, { key, snooze }: ReminderAnswer): Promise<void> {
    const { model, changeCounters, now } = this.#options
    const made = now()
    const answer = { made, until: snooze === null ? null : made + snooze * MINUTE_MS }
    const at = `answers.${key}`
    await upsert(() => model.updateOne({ _id: String(owner) }, { $set: { owner, [at]: answer } }, { upsert: true }))
    await this.#removeOld(owner)
    await changeCounters.announce(REMINDERS)
  }

  /** Two devices may answer at once, so only what is too old, or too much, is taken away. */
  async #removeOld(owner: number): Promise<void> {
    const { model } = this.#options
    const document = await model.findById(String(owner)).lean<AnswersDocument>()
    const kept = new Set([...(await this.of(owner)).keys()].slice(-REMINDER_ANSWERS_MAX))
    const gone = Object.keys(document?.answers ?? {}).filter((key) => !kept.has(key))
    if (gone.length === 0) return
    const $unset = Object.fromEntries(gone.map((key) => [`answers.${key}`, 1 as const]))
    await model.updateOne({ _id: String(owner) }, { $unset })
  }

  async removeAllOf(owner: number): Promise<void> {
    await this.#options.model.deleteOne({ _id: String(owner) })
  }
}
