// The household's branding: a logo, an icon and a style sheet that an administrator uploads.
import type { BrandFile, BrandingRecord, BrandPart } from '../../../contract/branding.ts'
import { type Cached, createCached } from '../../database/cached.ts'
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

export class HouseholdBranding implements Branding {
  readonly #options: BrandingOptions
  readonly #model: ReturnType<typeof brandingModel>
  readonly #cached: Cached<Parts>
  /** They are small, and every page asks for all. */
  readonly #bodies = new Map<BrandPart, { id: string; body: Buffer }>()

  constructor(options: BrandingOptions) {
    const { connection, changeCounters } = options
    this.#options = options
    this.#model = brandingModel(connection)
    this.#cached = createCached<Parts>({
      changeCounters,
      name: 'branding',
      load: async () => (await this.#model.findById(BRANDING).lean())?.parts ?? {},
    })
  }

  async get(): Promise<BrandingRecord> {
    return this.#recordOf(await this.#cached.get())
  }

  async fresh(): Promise<BrandingRecord> {
    return this.#recordOf(await this.#cached.fresh())
  }

  async put(part: BrandPart, body: Buffer): Promise<BrandingRecord> {
    const { scratch, sizeOf, newId } = this.#options
    const type = await checkBrandFile(part, body, sizeOf)
    const id = newId()
    await scratch.put(keyOf(part, id), body)
    const file: StoredBrandFile = { id, type, size: body.length }
    await this.#change(part, { $set: { [`parts.${part}`]: file } })
    return this.fresh()
  }

  async remove(part: BrandPart): Promise<void> {
    await this.#change(part, { $unset: { [`parts.${part}`]: '' } })
  }

  async open(part: BrandPart): Promise<{ id: string; type: string; body: Buffer } | null> {
    const stored = (await this.#cached.get())[part]
    if (!stored) return null
    const { id, type } = stored
    const known = this.#bodies.get(part)
    if (known?.id === id) return { id, type, body: known.body }
    const body = await this.#options.scratch.get(keyOf(part, id))
    if (!body) return null
    this.#bodies.set(part, { id, body })
    return { id, type, body }
  }

  /** Each change gets an object of its own, so that whoever replaces one knows which to remove. */
  async #change(part: BrandPart, change: object): Promise<void> {
    const { changeCounters, scratch, log } = this.#options
    const before = await upsert(() =>
      this.#model.findOneAndUpdate({ _id: BRANDING }, change, { upsert: true, returnDocument: 'before' }).lean(),
    )
    await changeCounters.bump('branding')
    const old = before?.parts?.[part]
    if (old)
      await scratch
        .delete([keyOf(part, old.id)])
        .catch((error: unknown) => log.warn({ err: error }, 'an old brand file could not be removed'))
  }

  #recordOf({ logo, icon, css }: Parts): BrandingRecord {
    return { logo: this.#fileOf('logo', logo), icon: this.#fileOf('icon', icon), css: this.#fileOf('css', css) }
  }

  #fileOf(part: BrandPart, stored: StoredBrandFile | undefined): BrandFile | null {
    if (!stored) return null
    const { id, type, size } = stored
    return { type, size, address: `${this.#options.baseUrl}${BRAND_PATHS[part]}?v=${id}` }
  }
}

const keyOf = (part: BrandPart, id: string): string => `${BRANDING_FILES}${part}-${id}`
