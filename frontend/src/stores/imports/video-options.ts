// The options for videos, as last chosen in this browser.
import { VIDEO_PRESETS, type VideoPreset } from '../../../../backend/contract/import-kinds.ts'

export interface VideoOptions {
  preset: VideoPreset
  subtitles: boolean
  /** Whether all entries of a playlist are imported, or only the linked one. */
  entries: boolean
}

const KEY = 'nido-video-wish'

export function keptVideoOptions(storage: Pick<Storage, 'getItem'>): VideoOptions {
  const words = (storage.getItem(KEY) ?? '').split(' ')
  return {
    preset: VIDEO_PRESETS.find((preset) => preset === words[0]) ?? 'best',
    subtitles: words.includes('subtitles'),
    entries: words.includes('entries'),
  }
}

export function keepVideoOptions(
  storage: Pick<Storage, 'setItem'>,
  { preset, subtitles, entries }: VideoOptions,
): void {
  storage.setItem(KEY, [preset, subtitles ? 'subtitles' : '', entries ? 'entries' : ''].join(' '))
}
