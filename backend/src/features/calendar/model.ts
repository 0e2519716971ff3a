// Calendars in the database. A book is one document; its events are in one document a month, and one for what repeats
// or lasts longer. Those are written anew with each change, under new ids, and count when the book names them: so a
// change of many events is made by one compare-and-set, and a document that was read once need not be read again.
import { Schema, type Model } from 'mongoose'
import type { FeedScope } from '../../../contract/calendar-limits.ts'
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

/** The private address of a person. `hash`: of its secret, SHA-256; times in milliseconds since 1970. */
export interface StoredFeed {
  scope: FeedScope
  hash: string
  made: number
  used: number | null
}

/** A password of a phone or a program, for CalDAV alone. `hash`: SHA-256; times in milliseconds since 1970. */
export interface StoredDevice {
  name: string
  hash: string
  made: number
  used: number | null
}

/** With what other programs get at a person's calendars. The `_id` is the person's number as text. */
export interface KeysDocument {
  _id: string
  owner: number
  feed: StoredFeed | null
  /** By their ids. */
  devices?: Record<string, StoredDevice>
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
    log: { type: Schema.Types.Mixed },
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

const keysSchema = new Schema<KeysDocument>(
  {
    _id: { type: String, required: true },
    owner: { type: Number, required: true },
    feed: { type: Schema.Types.Mixed, default: null },
    devices: { type: Schema.Types.Mixed },
  },
  { versionKey: false, minimize: false },
)

export const bookModel = (connection: Connection): Model<BookDocument> =>
  connection.model<BookDocument>('CalendarBook', bookSchema, CALENDARS)
export const partModel = (connection: Connection): Model<PartDocument> =>
  connection.model<PartDocument>('CalendarPart', partSchema, 'calendarParts')
export const keysModel = (connection: Connection): Model<KeysDocument> =>
  connection.model<KeysDocument>('CalendarKeys', keysSchema, 'calendarKeys')
