// Videos that are not imported, whatever they are.
import { VIDEO_MAX_BYTES, VIDEO_MAX_SECONDS } from '../../../../contract/limits.ts'
import type { VideoClip } from '../../../../contract/imports.ts'
import type { JobFailed } from '../../../jobs/types.ts'
import { failed } from '../landing-failures.ts'
import type { ToldVideo } from './output.ts'

/** Why a video is not fetched; null if it is. `clip`: the part that is wanted, if not the whole. */
export function objectionTo({ isLive, duration, size }: ToldVideo, clip: VideoClip | null): JobFailed | null {
  if (isLive) return failed('live')
  if (duration !== null && duration > VIDEO_MAX_SECONDS) return failed('tooLong', `${duration} s`)
  if (duration !== null && clip !== null && clip.from >= duration) return failed('outsideClip', `${duration} s`)
  return size > VIDEO_MAX_BYTES ? failed('tooLarge', `${size} bytes`) : null
}
