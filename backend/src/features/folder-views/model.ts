// The folder views in the database: one small document for each person.
import { Schema, type Model } from 'mongoose'
import type { FolderViews } from '../../../contract/folder-views.ts'
import type { Connection } from '../../database/connection.ts'

export interface FolderViewsDocument {
  /** The person's id as text. */
  _id: string
  /** Increases with each change, so that two replicas never overwrite each other. */
  revision: number
  /** The latest change first. */
  items: FolderViews['items']
}

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
