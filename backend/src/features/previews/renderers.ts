// The table of renderers: what becomes a picture, by its MIME type, and how.
import { AppError } from '../../lib/app-error.ts'
import type { ChildPool, TaskBody } from '../../lib/child/pool.ts'
import type { OpenFile } from '../../storage/types.ts'
import type { Drawn, Wanted } from './draw.ts'
import type { DrawingOrder } from './drawing-task.ts'
import { pictureTypeOf } from './picture-type.ts'
import type { VideoFrames } from './video-frames.ts'

/** A file of more bytes is not read for a preview. */
const PICTURE_MAX_BYTES = 128 * 1024 * 1024
const VECTOR_MAX_BYTES = 4 * 1024 * 1024
const DRAWING_MS = 25_000

export interface Renderer {
  takes(type: string): boolean
  /**
   * Whether a plain call gets it too. The rest is rendered for `render=true` alone: clients of the reference server
   * want those files as they are.
   */
  isPlain: boolean
  /**
   * @throws AppError `unsupportedMediaType` for what is broken, or more than a child may read; `tooLarge` for too many
   * bytes or pixels, `notImplemented` where the machine lacks what it takes
   */
  render(file: OpenFile, wanted: Wanted, signal: AbortSignal): Promise<Drawn>
}

/**
 * In the order they are asked; the first that takes a type renders it. `children` draw; `stills` finds pictures in
 * media.
 */
export function createRenderers(videoFrames: VideoFrames, children: Pick<ChildPool, 'run'>): readonly Renderer[] {
  async function draw(body: TaskBody, order: DrawingOrder, signal: AbortSignal): Promise<Drawn> {
    const answer = await children.run({ task: 'drawing', input: order, body, limitMs: DRAWING_MS, signal })
    const bytes = Buffer.from(answer.body.buffer)
    const type = pictureTypeOf(bytes)
    // Whatever became of the child, what it made is a picture.
    if (type === null) throw new AppError('unsupportedMediaType', 'the picture cannot be read')
    return { bytes, type }
  }

  const drawFile =
    (kind: DrawingOrder['kind'], maxBytes = PICTURE_MAX_BYTES) =>
    async (file: OpenFile, wanted: Wanted, signal: AbortSignal) =>
      draw(bodyOf(file, maxBytes), { kind, wanted }, signal)
  const drawStill = (find: VideoFrames['poster']) => async (file: OpenFile, wanted: Wanted, signal: AbortSignal) => {
    const still = await find(file, signal)
    return draw({ length: still.length, open: () => [still] }, { kind: 'picture', wanted }, signal)
  }
  return [
    { takes: oneOf('image/jpeg', 'image/png', 'image/apng', 'image/tiff'), isPlain: true, render: drawFile('picture') },
    { takes: oneOf('image/bmp', 'image/x-ms-bmp'), isPlain: true, render: drawFile('bitmap') },
    { takes: oneOf('image/gif', 'image/webp', 'image/avif'), isPlain: false, render: drawFile('picture') },
    { takes: oneOf('image/svg+xml'), isPlain: false, render: drawFile('vector', VECTOR_MAX_BYTES) },
    { takes: (type) => type.startsWith('video/'), isPlain: false, render: drawStill(videoFrames.poster) },
    { takes: (type) => type.startsWith('audio/'), isPlain: false, render: drawStill(videoFrames.cover) },
  ]
}

const oneOf =
  (...types: string[]) =>
  (type: string) =>
    types.includes(type)

/** The file as a child gets it: from the storage straight to it. */
function bodyOf(file: OpenFile, maxBytes: number): TaskBody {
  const { size } = file.stat
  if (size > maxBytes) throw new AppError('tooLarge', 'the file is too large for a preview')
  if (size === 0) throw new AppError('unsupportedMediaType', 'the file is empty')
  return { length: size, open: () => file.read() }
}
