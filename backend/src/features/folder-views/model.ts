// The folder views in the database: one small document for each person.
import { Schema, type Model } from 'mongoose'
import type { FolderViews } from '../../../contract/folder-views.ts'
import type { Connection } from '../../database/connection.ts'
import type { ItemList } from '../../database/item-lists.ts'

/** The `_id` is the person's id as text. The latest change comes first. */
export type FolderViewsDocument = ItemList<FolderViews['items'][number]>

const schema = new Schema<FolderViewsDocument>(
  {
    _id: { type: String, required: true },
    revision: { type: Number, required: true },
    items: { type: Schema.Types.Mixed, required: true },
  },
  { versionKey: false, minimize: false },
)

export const folderViewsModel = (connection: Connection): Model<FolderViewsDocument> =>
  connection.model<FolderViewsDocument>('FolderViews', schema, 'folderViews')
