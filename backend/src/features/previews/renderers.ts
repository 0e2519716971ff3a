// The table of renderers: which MIME types get a preview, and how.
import { AppError } from '../../lib/app-error.ts'
import type { ChildPool, TaskBody } from '../../lib/child/pool.ts'
import type { OpenFile } from '../../storage/types.ts'
import type { Drawn, WantedPicture } from './draw.ts'
import type { DrawingOrder } from './drawing-task.ts'
import { pictureTypeOf } from './picture-type.ts'
import type { VideoFrames } from './video-frames.ts'

/** Larger files are not read for a preview. */
const PICTURE_MAX_BYTES = 128 * 1024 * 1024
const VECTOR_MAX_BYTES = 4 * 1024 * 1024
const DRAWING_MS = 25_000

export interface Renderer {
  takes(type: string): boolean
  /**
   * Whether it is also used without `render=true`. Clients of the reference server expect the other files unchanged.
   */
  isPlain: boolean
  /**
   * @throws AppError `unsupportedMediaType` for a broken file or one that exceeds a child's limits; `tooLarge` for too
   *   many bytes or pixels, `notImplemented` if a program is missing on the machine
   */
  render(file: OpenFile, wanted: WantedPicture, signal: AbortSignal): Promise<Drawn>
}

/**
 * In order; the first that accepts a type renders it. `children` render; `stills` extracts pictures from media.
 */
export function createRenderers(videoFrames: VideoFrames, children: Pick<ChildPool, 'run'>): readonly Renderer[] {
  async function draw(body: TaskBody, order: DrawingOrder, signal: AbortSignal): Promise<Drawn> {
    const answer = await children.run({ task: 'drawing', input: order, body, limitMs: DRAWING_MS, signal })
    const bytes = Buffer.from(answer.body.buffer)
    const type = pictureTypeOf(bytes)
    // The output is checked to be a picture, whatever happened in the child.
    if (type === null) throw new AppError('unsupportedMediaType', 'the picture cannot be read')
    return { bytes, type }
  }

  const drawFile =
    (kind: DrawingOrder['kind'], maxBytes = PICTURE_MAX_BYTES) =>
    async (file: OpenFile, wanted: WantedPicture, signal: AbortSignal) =>
      draw(bodyOf(file, maxBytes), { kind, wanted }, signal)
  const drawStill =
    (find: VideoFrames['poster']) => async (file: OpenFile, wanted: WantedPicture, signal: AbortSignal) => {
      const still = await find(file, signal)
      return draw({ length: still.length, open: () => [still] }, { kind: 'picture', wanted }, signal)
    }
  return [
    { takes: oneOf('image/jpeg', 'image/png', 'image/apng', 'image/tiff'), isPlain: true, render: drawFile('picture') },
    { takes: oneOf('image/bmp', 'image/x-ms-bmp'), isPlain: true, render: drawFile('bitmap') },
    { takes: oneOf('image/gif', 'image/webp', 'image/avif'), isPlain: false, render: drawFile('picture') },
    { takes: oneOf('image/heic', 'image/heif'), isPlain: false, render: drawFile('heif') },
    { takes: oneOf('image/svg+xml'), isPlain: false, render: drawFile('vector', VECTOR_MAX_BYTES) },
    {
      takes: (type) => type.startsWith('video/'),
      isPlain: false,
      render: drawStill((file, signal) => videoFrames.poster(file, signal)),
    },
    {
      takes: (type) => type.startsWith('audio/'),
      isPlain: false,
      render: drawStill((file, signal) => videoFrames.cover(file, signal)),
    },
  ]
}

const oneOf =
  (...types: string[]) =>
  (type: string) =>
    types.includes(type)

/** Streams the file from the storage to the child. */
function bodyOf(file: OpenFile, maxBytes: number): TaskBody {
  const { size } = file.stat
  if (size > maxBytes) throw new AppError('tooLarge', 'the file is too large for a preview')
  if (size === 0) throw new AppError('unsupportedMediaType', 'the file is empty')
  return { length: size, open: () => file.read() }
}
