// The document of the global settings.
import { Schema, type Model } from 'mongoose'
import type { Settings } from '../../../contract/settings.ts'
import type { Connection } from '../../database/connection.ts'

/** Without `authMethod`, which is a setting of the process. */
export type StoredSettings = Omit<Settings, 'authMethod'>

export interface SettingsDocument {
  _id: string
  value: StoredSettings
}

export const GLOBAL = 'global'

// The value has been checked by the contract's schema.
const schema = new Schema<SettingsDocument>(
  { _id: { type: String, required: true }, value: { type: Schema.Types.Mixed, required: true } },
  { versionKey: false, minimize: false },
)

export const settingsModel = (connection: Connection): Model<SettingsDocument> =>
  connection.model<SettingsDocument>('Settings', schema, 'settings')
