// What people did, in the database: one document for each bucket, the newest entry first.
import type { Model } from 'mongoose'
import type { Connection } from '../../database/connection.ts'
import { type ItemList, itemListSchema } from '../../database/item-lists.ts'
import type { MadeChange } from '../../storage/types.ts'

/** One or several things that one person did in one folder. */
export interface KeptActivity {
  id: string
  /** When the last of it happened, in milliseconds since 1970. */
  at: number
  kind: MadeChange['kind']
  /** The person's number and their name at that time; null where nobody knows. */
  by: { id: number; name: string } | null
  /** The `pathText` of the folder. */
  folder: string
  /** Some names in it, and how many there are. */
  names: string[]
  count: number
  /** For a move or a copy: the `pathText` of the folder that it came from, and its name there if it was another one. */
  from: { folder: string; name?: string } | null
}

/** The `_id` is the name of the bucket. */
export type ActivityDocument = ItemList<KeptActivity>

export const activityModel = (connection: Connection): Model<ActivityDocument> =>
  connection.model<ActivityDocument>('Activity', itemListSchema<KeptActivity>(), 'activity')
