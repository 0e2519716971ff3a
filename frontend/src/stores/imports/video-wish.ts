// How videos are to come, as last chosen in this browser.
import { VIDEO_PRESETS, type VideoPreset } from '../../../../backend/contract/import-kinds.ts'

export interface VideoWish {
  preset: VideoPreset
  subtitles: boolean
  /** Whether all entries of a playlist come, or only the one linked. */
  entries: boolean
}

const KEY = 'nido-video-wish'

export function keptVideoWish(storage: Pick<Storage, 'getItem'>): VideoWish {
  const words = (storage.getItem(KEY) ?? '').split(' ')
  return {
    preset: VIDEO_PRESETS.find((preset) => preset === words[0]) ?? 'best',
    subtitles: words.includes('subtitles'),
    entries: words.includes('entries'),
  }
}

export function keepVideoWish(storage: Pick<Storage, 'setItem'>, { preset, subtitles, entries }: VideoWish): void {
  storage.setItem(KEY, [preset, subtitles ? 'subtitles' : '', entries ? 'entries' : ''].join(' '))
}
