// Lists of places in the database: a document for each list of each person.
import { Schema, type Model } from 'mongoose'
import type { PlaceList } from '../../../contract/places.ts'
import type { Connection } from '../../database/connection.ts'

/** The name of the collection, and of the counter with which replicas announce changes. */
export const PLACES = 'places'

/** A place in a list. */
export interface KeptPlace {
  /** A `pathText`, and the revision of the journal at which it was correct. */
  place: string
  rev: number
  isFile: boolean
  /** The last path by which the person knew it. It is shown if the place is no longer in the person's tree. */
  path: string
  /** When it was added or opened, in milliseconds since 1970. */
  at: number
}

export interface PlacesDocument {
  /** See `idOf`. */
  _id: string
  userId: number
  list: PlaceList
  /** Counts the changes. If two are made at once, the second one starts again. */
  version: number
  /** The latest first. */
  places: KeptPlace[]
}

/** The list of a person. */
export interface ListOf {
  userId: number
  list: PlaceList
}

export const idOf = ({ userId, list }: ListOf): string => `${list} ${userId}`

const schema = new Schema<PlacesDocument>(
  {
    _id: { type: String, required: true },
    userId: { type: Number, required: true },
    list: { type: String, required: true },
    version: { type: Number, default: 0 },
    places: { type: Schema.Types.Mixed, default: [] },
  },
  { versionKey: false, minimize: false },
)

export const placesModel = (connection: Connection): Model<PlacesDocument> =>
  connection.model<PlacesDocument>('Places', schema, PLACES)
