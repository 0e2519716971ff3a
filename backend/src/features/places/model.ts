// Lists of places in the database: a document for each list of each person.
import { Schema, type Model } from 'mongoose'
import type { PlaceList } from '../../../contract/places.ts'
import type { Connection } from '../../database/connection.ts'

/** The name of the collection, and of the counter by which replicas announce changes. */
export const PLACES = 'places'

/** A place of a list. */
export interface KeptPlace {
  /** A `pathText`, and the revision of the journal at which it was correct. */
  place: string
  rev: number
  isFile: boolean
  /** The path by which the person last knew it: what is told where the place is not in the person's tree any more. */
  path: string
  /** When it was added or opened, in milliseconds since 1970. */
  at: number
}

export interface PlacesDocument {
  /** See `idOf`. */
  _id: string
  userId: number
  list: PlaceList
  /** Counts the changes: of two at once, the second begins again. */
  version: number
  /** The latest first. */
  places: KeptPlace[]
}

/** Which list of which person. */
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
