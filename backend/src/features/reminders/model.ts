// What the database knows of reminders, beside the events: two small documents a person.
import { Schema, type Model } from 'mongoose'
import type { Connection } from '../../database/connection.ts'

/** The name of the counter with which processes announce that reminders have changed. */
export const REMINDERS = 'reminders'

/** Minutes before the start, by the ids of events. */
export type OwnMinutes = Readonly<Record<string, readonly number[]>>

/** Of which events of others, and of everyone, a person is reminded. The `_id` is the person's number as text. */
export interface OwnRemindersDocument {
  _id: string
  owner: number
  events: OwnMinutes
}

/** What a person did with a reminder. `until`: when it comes again; null if it was dismissed. In ms since 1970. */
export interface StoredAnswer {
  made: number
  until: number | null
}

export interface AnswersDocument {
  _id: string
  owner: number
  /** By the keys of reminders. */
  answers: Readonly<Record<string, StoredAnswer>>
}

const fields = { _id: { type: String, required: true }, owner: { type: Number, required: true } } as const
const mixed = { type: Schema.Types.Mixed, required: true }
const options = { versionKey: false, minimize: false } as const
const ownSchema = new Schema<OwnRemindersDocument>({ ...fields, events: mixed }, options)
const answersSchema = new Schema<AnswersDocument>({ ...fields, answers: mixed }, options)

export const ownRemindersModel = (connection: Connection): Model<OwnRemindersDocument> =>
  connection.model<OwnRemindersDocument>('OwnReminders', ownSchema, 'ownReminders')
export const answersModel = (connection: Connection): Model<AnswersDocument> =>
  connection.model<AnswersDocument>('ReminderAnswers', answersSchema, 'reminderAnswers')
