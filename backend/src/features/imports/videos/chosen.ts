// Which entries of a list are fetched.
import { VIDEO_ENTRIES_MAX } from '../../../../contract/limits.ts'
import { failed } from '../landing-failures.ts'
import type { VideoSource } from '../types.ts'
import type { AskedVideos, VideoEntry } from './asking.ts'

export interface Chosen {
  wanted: VideoEntry[]
  /** How many of the chosen ones are no longer in the list. */
  gone: number
}

/**
 * The entries that are wanted.
 * @throws JobFailed `tooMany` for the whole of a list that is too long, `gone` if none is there any more
 */
export function chosenOf(
  { isList, listed, entries }: Pick<AskedVideos, 'isList' | 'listed' | 'entries'>,
  { chosen }: Pick<VideoSource, 'chosen'>,
): Chosen {
  if (!isList || chosen === null) {
    if (isList && listed > VIDEO_ENTRIES_MAX) throw failed('tooMany', `${listed} entries`)
    return { wanted: entries, gone: 0 }
  }
  const keys = new Set(chosen)
  const wanted = entries.filter(({ key }) => keys.has(key))
  if (wanted.length === 0) throw failed('gone', 'the entries are not in the list')
  return { wanted, gone: keys.size - wanted.length }
}
