// The document that lists the branding files. Their bytes are in the system bucket.
import { Schema, type Model } from 'mongoose'
import type { BrandPart } from '../../../contract/branding.ts'
import type { Connection } from '../../database/connection.ts'

/** `id` is part of the object's key and of the address. */
export interface StoredBrandFile {
  id: string
  type: string
  size: number
}

export interface BrandingDocument {
  _id: string
  parts: Partial<Record<BrandPart, StoredBrandFile>>
}

export const BRANDING = 'branding'

const schema = new Schema<BrandingDocument>(
  { _id: { type: String, required: true }, parts: Schema.Types.Mixed },
  { versionKey: false, minimize: false },
)

export const brandingModel = (connection: Connection): Model<BrandingDocument> =>
  connection.model<BrandingDocument>('Branding', schema, 'branding')
