// The household's branding: a logo, an icon and a style sheet that an administrator uploads.
import type { BrandFile, BrandingRecord, BrandPart } from '../../../contract/branding.ts'
import { createCached } from '../../database/cached.ts'
import type { Connection } from '../../database/connection.ts'
import { upsert } from '../../database/errors.ts'
import type { ChangeCounters } from '../../database/change-counters.ts'
import type { Log } from '../../lib/log.ts'
import type { SizeOf } from '../../lib/picture-sizes.ts'
import type { Scratch } from '../../storage/types.ts'
import { checkBrandFile } from './check.ts'
import { BRANDING, type BrandingDocument, brandingModel, type StoredBrandFile } from './model.ts'
import { BRANDING_FILES } from '../../storage/own-keys.ts'

/** Their paths below `/static`, where clients of the API look for them. */
export const BRAND_PATHS: Readonly<Record<BrandPart, string>> = {
  logo: '/static/img/logo',
  icon: '/static/img/icon',
  css: '/static/custom.css',
}

export interface Branding {
  /** As known here. Another replica's change is seen within a second. */
  get(): Promise<BrandingRecord>
  /** As stored now. */
  fresh(): Promise<BrandingRecord>
  /** @throws AppError `badRequest` for a file of another kind */
  put(part: BrandPart, body: Buffer): Promise<BrandingRecord>
  remove(part: BrandPart): Promise<void>
  /** The current file; `id` is the end of its address. Null if there is none. */
  open(part: BrandPart): Promise<{ id: string; type: string; body: Buffer } | null>
}

export interface BrandingOptions {
  connection: Connection
  changeCounters: ChangeCounters
  scratch: Scratch
  /** The size of a picture in pixels. */
  sizeOf: SizeOf
  baseUrl: string
  log: Pick<Log, 'warn'>
  newId(): string
}

type Parts = BrandingDocument['parts']

export function createBranding({
  connection,
  changeCounters,
  scratch,
  sizeOf,
  baseUrl,
  log,
  newId,
}: BrandingOptions): Branding {
  const model = brandingModel(connection)
  const cached = createCached<Parts>({
    changeCounters,
    name: 'branding',
    load: async () => (await model.findById(BRANDING).lean())?.parts ?? {},
  })
  // They are small, and every page asks for all.
  const bodies = new Map<BrandPart, { id: string; body: Buffer }>()

  const fileOf = (part: BrandPart, stored: StoredBrandFile | undefined): BrandFile | null =>
    stored ? { type: stored.type, size: stored.size, address: `${baseUrl}${BRAND_PATHS[part]}?v=${stored.id}` } : null
  const recordOf = ({ logo, icon, css }: Parts): BrandingRecord => ({
    logo: fileOf('logo', logo),
    icon: fileOf('icon', icon),
    css: fileOf('css', css),
  })

  /** Each change gets an object of its own, so that whoever replaces one knows which to remove. */
  async function change(part: BrandPart, change: object): Promise<void> {
    const before = await upsert(() =>
      model.findOneAndUpdate({ _id: BRANDING }, change, { upsert: true, returnDocument: 'before' }).lean(),
    )
    await changeCounters.bump('branding')
    const old = before?.parts?.[part]
    if (old)
      await scratch
        .delete([keyOf(part, old.id)])
        .catch((error: unknown) => log.warn({ err: error }, 'an old brand file could not be removed'))
  }

  return {
    get: async () => recordOf(await cached.get()),
    fresh: async () => recordOf(await cached.fresh()),
    put: async (part, body) => {
      const type = await checkBrandFile(part, body, sizeOf)
      const id = newId()
      await scratch.put(keyOf(part, id), body)
      await change(part, { $set: { [`parts.${part}`]: { id, type, size: body.length } satisfies StoredBrandFile } })
      return recordOf(await cached.fresh())
    },
    remove: (part) => change(part, { $unset: { [`parts.${part}`]: '' } }),
    open: async (part) => {
      const stored = (await cached.get())[part]
      if (!stored) return null
      const { id, type } = stored
      const known = bodies.get(part)
      if (known?.id === id) return { id, type, body: known.body }
      const body = await scratch.get(keyOf(part, id))
      if (!body) return null
      bodies.set(part, { id, body })
      return { id, type, body }
    },
  }
}

const keyOf = (part: BrandPart, id: string): string => `${BRANDING_FILES}${part}-${id}`
