import { isFrom } from '../../../lib/key-layers.ts'
import { isTyping } from '../../../lib/typing.ts'
import { useKeyLayer } from '../../../lib/useKeyLayer.ts'
import type { MediaState } from '../../../stores/media/MediaState.ts'

export const SHORT_SEEK_S = 5
export const LONG_SEEK_S = 10

export interface PlayerKeysOptions {
  media: MediaState
  onSubtitles(): void
  onFullScreen(): void
}

const PRESSABLE = 'button, a, summary'

/** The usual keys of players: K or Space, J and L, arrows, M, F, C, < and >, and digits for tenths of the length. */
export function usePlayerKeys({ media, onSubtitles, onFullScreen }: PlayerKeysOptions): void {
  useKeyLayer({
    layer: 'stage',
    hearsFields: true,
    handle(event) {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return false
      // Buttons handle Space themselves, and the volume slider handles arrows.
      if (event.key === ' ' && isFrom(event, PRESSABLE)) return false
      if (event.key.startsWith('Arrow') && isFrom(event, '.volume')) return false
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
      const act = actsOf({ media, onSubtitles, onFullScreen })[key] ?? tenthOf(media, key)
      act?.()
      return act !== undefined
    },
  })
}

function actsOf({ media, onSubtitles, onFullScreen }: PlayerKeysOptions): Record<string, (() => void) | undefined> {
  return {
    ' ': media.toggle,
    k: media.toggle,
    j: () => media.seekBy(-LONG_SEEK_S),
    l: () => media.seekBy(LONG_SEEK_S),
    ArrowLeft: () => media.seekBy(-SHORT_SEEK_S),
    ArrowRight: () => media.seekBy(SHORT_SEEK_S),
    m: media.toggleMuted,
    c: onSubtitles,
    f: onFullScreen,
    '<': () => media.stepRate(-1),
    '>': () => media.stepRate(1),
  }
}

const tenthOf = (media: MediaState, key: string): (() => void) | undefined =>
  /^\d$/.test(key) && media.duration > 0 ? () => media.seekTo((media.duration * Number(key)) / 10) : undefined
