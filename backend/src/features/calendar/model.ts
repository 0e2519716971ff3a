// Calendars in the database. A book is one document; its events are in one document a month, and one for what repeats
// or lasts longer. Those are written anew with each change, under new ids, and count when the book names them: so a
// change of many events is made by one compare-and-set, and a document that was read once need not be read again.
import { Schema, type Model } from 'mongoose'
import type { Connection } from '../../database/connection.ts'
import type { Book, StoredEvent, Touched } from './types.ts'

/** The name of the collection, and of the counter with which replicas announce changes. */
export const CALENDARS = 'calendars'

/** The `_id` is the owner's number as text. */
export type BookDocument = Book & { _id: string }

/** The events of a month, or what a change has touched, for undoing it. */
export interface PartDocument {
  _id: string
  owner: number
  /** When it was written, in milliseconds since 1970. */
  made: number
  events: StoredEvent[]
  touched: Touched[]
}

const mixed = { type: Schema.Types.Mixed, required: true }
const bookSchema = new Schema<BookDocument>(
  {
    _id: { type: String, required: true },
    owner: { type: Number, required: true },
    revision: { type: Number, required: true },
    calendars: mixed,
    parts: mixed,
    changes: mixed,
  },
  { versionKey: false, minimize: false },
)
const partSchema = new Schema<PartDocument>(
  {
    _id: { type: String, required: true },
    owner: { type: Number, required: true },
    made: { type: Number, required: true },
    events: mixed,
    touched: mixed,
  },
  { versionKey: false, minimize: false },
)

export const bookModel = (connection: Connection): Model<BookDocument> =>
  connection.model<BookDocument>('CalendarBook', bookSchema, CALENDARS)
export const partModel = (connection: Connection): Model<PartDocument> =>
  connection.model<PartDocument>('CalendarPart', partSchema, 'calendarParts')
