import type { Item } from '../../../../backend/contract/resources.ts'

/** What plays before and after a file. */
export interface Queue {
  previous: Item | null
  next: Item | null
}

const isMedia = ({ type }: Item): boolean => type === 'audio' || type === 'video'

/** The audio and video files before and after one of them, in the folder's order. */
export function queueAround(files: readonly Item[], path: string): Queue {
  const media = files.filter((file) => isMedia(file) || file.path === path)
  const at = media.findIndex((file) => file.path === path)
  return at < 0 ? { previous: null, next: null } : { previous: media[at - 1] ?? null, next: media[at + 1] ?? null }
}
