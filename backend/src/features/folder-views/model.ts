// The folder views in the database: one small document for each person.
import type { Model } from 'mongoose'
import type { FolderViews } from '../../../contract/folder-views.ts'
import type { Connection } from '../../database/connection.ts'
import { type ItemList, itemListSchema } from '../../database/item-lists.ts'

/** The `_id` is the person's id as text. The latest change comes first. */
export type FolderViewsDocument = ItemList<FolderViews['items'][number]>

export const folderViewsModel = (connection: Connection): Model<FolderViewsDocument> =>
  connection.model<FolderViewsDocument>('FolderViews', itemListSchema<FolderViews['items'][number]>(), 'folderViews')
