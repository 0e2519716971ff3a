// Previews of files: rendered once, stored, and given to everybody who may download the file.
import pLimit from 'p-limit'
import { PREVIEW_PATIENCE_MS } from '../../../contract/fair-shares.ts'
import { PREVIEW_PIXELS, PREVIEW_WIDTHS, type PreviewSize, type PreviewWidth } from '../../../contract/previews.ts'
import type { Resolution } from '../../../contract/resources.ts'
import type { HouseTask } from '../../database/house-keeping.ts'
import { AppError } from '../../lib/app-error.ts'
import type { ChildPool } from '../../lib/child/pool.ts'
import type { Log } from '../../lib/log.ts'
import { createLru } from '../../lib/lru.ts'
import { WorkQueue } from '../../lib/work-queue.ts'
import type { ContentIdentity } from '../../storage/derived-cache.ts'
import type { Place } from '../../storage/paths.ts'
import type { OpenFile, Scratch } from '../../storage/types.ts'
import { createPreviewCache, previewKey } from './cache.ts'
import type { Drawn, WantedPicture } from './draw.ts'
import { checkPixels } from './limits.ts'
import { createRenderers, type Renderer } from './renderers.ts'
import type { Resolutions } from './resolutions.ts'
import type { VideoFrames } from './video-frames.ts'

export type { Drawn } from './draw.ts'
export type { Resolutions } from './resolutions.ts'

/** The file; `type` is its MIME type by its name, or else by its bytes. */
export interface PreviewSource {
  place: Place
  file: OpenFile
  type: string
}

export interface PreviewQuery {
  size: PreviewSize
  /** Whether every type with a renderer is rendered, for pages that ask for it; otherwise only common picture types. */
  isRendered: boolean
  /** Whether a thumb keeps the aspect ratio of the picture. */
  isInside: boolean
  /** The side of the square, if it is another than that of the size. */
  width?: PreviewWidth | undefined
}

export interface Previews {
  /**
   * The preview; null if the file itself has to be sent instead.
   * @throws AppError `notImplemented` if this type has no preview, `unsupportedMediaType` for a broken picture,
   *   `tooLarge`, `unavailable`
   */
  make(source: PreviewSource, query: PreviewQuery, signal: AbortSignal): Promise<Drawn | null>
  /**
   * Copies the previews of a content to the same content under another ETag or in another bucket, so that it is not
   * rendered again.
   */
  carry(from: ContentIdentity, to: ContentIdentity, type: string): Promise<void>
  /** How many are being rendered and waiting, and how long the last one took. */
  load(): { rendering: number; waiting: number; lastMs: number | null }
  /** Whether videos and songs have thumbnails here. */
  hasStills(): Promise<boolean>
  /** Deletes all previews of a bucket's files. */
  forget(bucket: string): Promise<void>
  readonly tasks: readonly HouseTask[]
  stop(): Promise<void>
}

export interface PreviewsOptions {
  scratch: Scratch
  resolutions: Resolutions
  videoFrames: VideoFrames
  /** The child processes that render. */
  children: Pick<ChildPool, 'run'>
  /** The sizes that are rendered; for others the file itself is sent. */
  isOn: Record<PreviewSize, boolean>
  /** How many are rendered at a time. */
  parallel: number
  log: Pick<Log, 'warn'>
  now(): number
}

/** Larger files are rendered one at a time to limit memory. */
const HEAVY_BYTES = 16 * 1024 * 1024
const HEAVY_PIXELS = 24_000_000
/** After a failure, a file is not tried again for a while. */
const FAILURES = 10_000
const PRUNE_EVERY_MS = 24 * 3_600_000
const FAILURE_MS = 10 * 60_000
const LASTING: readonly string[] = ['unsupportedMediaType', 'tooLarge', 'notImplemented']

/** How one source is rendered. */
interface Rendering {
  renderer: Renderer
  wanted: WantedPicture
  signal: AbortSignal
}

export class HousePreviews implements Previews {
  readonly #options: PreviewsOptions
  readonly #renderers: readonly Renderer[]
  readonly #cache: ReturnType<typeof createPreviewCache>
  readonly #queue: WorkQueue<Drawn>
  readonly #heavyQueue = new WorkQueue<Drawn>({ parallel: 1, patienceMs: PREVIEW_PATIENCE_MS })
  readonly #heavy = pLimit(1)
  readonly #failures = createLru<string, AppError>(FAILURES, { ttl: FAILURE_MS })
  #lastMs: number | null = null
  readonly tasks: readonly HouseTask[]

  constructor(options: PreviewsOptions) {
    const { scratch, videoFrames, children, parallel, now } = options
    this.#options = options
    this.#renderers = createRenderers(videoFrames, children)
    this.#cache = createPreviewCache({ scratch, now })
    // Guests leave one slot to people if there are two.
    const guests = Math.max(1, parallel - 1)
    this.#queue = new WorkQueue<Drawn>({ parallel, guests, patienceMs: PREVIEW_PATIENCE_MS })
    this.tasks = [{ name: 'previews', everyMs: PRUNE_EVERY_MS, run: this.#cache.prune }]
  }

  async make(source: PreviewSource, query: PreviewQuery, signal: AbortSignal): Promise<Drawn | null> {
    const renderer = this.#rendererFor(source, query)
    if (renderer === null) return null
    const sides = this.#options.resolutions.recall(source.place, source.file.stat)
    const { size, isRendered, isInside, width } = query
    const wanted: WantedPicture = {
      size,
      side: sideOf(size, width, sides),
      fit: isInside || size === 'big' ? 'inside' : 'cover',
      keepsFormat: size === 'big' && !isRendered,
    }
    const key = previewKey(source.place, source.file.stat, wanted)
    const failure = this.#failures.get(key)
    if (failure) throw new AppError(failure.code, failure.message)
    const kept = await this.#cache.get(key)
    if (kept) return kept
    // Only what is known without reading the file: large files wait for each other, and nobody waits for them.
    const waiting = isHeavy(source, sides) ? this.#heavyQueue : this.#queue
    return waiting.join(key, signal, (ends) => this.#renderAndKeep(source, key, { renderer, wanted, signal: ends }))
  }

  /** Null where the file itself is sent. @throws AppError `notImplemented` */
  #rendererFor({ type }: PreviewSource, { size, isRendered }: PreviewQuery): Renderer | null {
    const { isOn } = this.#options
    const renderer = this.#renderers.find(({ takes }) => takes(type))
    const isPicture = type.startsWith('image/')
    if (isPicture && (!isOn[size] || !(renderer?.isPlain || isRendered))) return null
    if (!renderer || !(isPicture || (isRendered && isOn[size])))
      throw new AppError('notImplemented', 'there are no previews of this type of file')
    return renderer
  }

  async #renderAndKeep(source: PreviewSource, key: string, task: Rendering): Promise<Drawn> {
    try {
      const began = performance.now()
      const drawn = await this.#render(source, task)
      this.#lastMs = Math.round(performance.now() - began)
      // A failed cache write only costs time.
      await this.#cache
        .put(key, drawn)
        .catch((error: unknown) => this.#options.log.warn({ err: error }, 'a preview could not be kept'))
      return drawn
    } catch (error) {
      if (error instanceof AppError && LASTING.includes(error.code) && !task.signal.aborted)
        this.#failures.set(key, error)
      throw error
    }
  }

  async #render({ place, file, type }: PreviewSource, { renderer, wanted, signal }: Rendering): Promise<Drawn> {
    const { resolutions } = this.#options
    const isPicture = type.startsWith('image/')
    // The child looks at the header itself. Only a file that is long to read is looked at beforehand.
    const isLong = isPicture && file.stat.size > HEAVY_BYTES
    const sides = isLong ? await resolutions.look(place, file) : resolutions.recall(place, file.stat)
    if (isPicture && sides) checkPixels(sides, false)
    const work = () => {
      signal.throwIfAborted()
      return renderer.render(file, wanted, signal)
    }
    return isHeavy({ file, type }, sides) ? this.#heavy(work) : work()
  }

  load(): ReturnType<Previews['load']> {
    const [light, large] = [this.#queue.load(), this.#heavyQueue.load()]
    return { rendering: light.running + large.running, waiting: light.waiting + large.waiting, lastMs: this.#lastMs }
  }

  async hasStills(): Promise<boolean> {
    return this.#options.isOn.thumb && this.#options.videoFrames.isThere()
  }

  async carry(from: ContentIdentity, to: ContentIdentity, type: string): Promise<void> {
    this.#options.resolutions.carry(from, to)
    if (this.#renderers.some(({ takes }) => takes(type))) await this.#cache.carry(from, to)
  }

  forget(bucket: string): Promise<void> {
    return this.#cache.forget(bucket)
  }

  stop(): Promise<void> {
    return this.#options.videoFrames.stop()
  }
}

/** The side of the square. Of several that would hold the whole picture, only the smallest is rendered and stored. */
function sideOf(size: PreviewSize, width: PreviewWidth | undefined, sides: Resolution | null | undefined): number {
  if (width === undefined) return PREVIEW_PIXELS[size]
  if (size === 'thumb' || !sides) return width
  const longest = Math.max(sides.width, sides.height)
  return PREVIEW_WIDTHS.find((known) => known >= longest || known === width) ?? width
}

const isHeavy = ({ file, type }: Pick<PreviewSource, 'file' | 'type'>, sides: Resolution | null | undefined): boolean =>
  type.startsWith('image/') &&
  (file.stat.size > HEAVY_BYTES || (sides ? sides.width * sides.height > HEAVY_PIXELS : false))
