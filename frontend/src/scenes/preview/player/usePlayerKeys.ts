import { matches } from '../../../actions/action.ts'
import { meaningOf, PLAYER_KEYS, TENTH_KEYS } from '../../../actions/stage-keys.ts'
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

/** The keys of the player: PLAYER_KEYS, and digits for tenths of the length. */
export function usePlayerKeys(options: PlayerKeysOptions): void {
  useKeyLayer({
    layer: 'stage',
    hearsFields: true,
    handle(event) {
      if (isTyping(event)) return false
      // Buttons handle Space themselves, and the volume slider handles arrows.
      if (event.key === ' ' && isFrom(event, PRESSABLE)) return false
      if (event.key.startsWith('Arrow') && isFrom(event, '.volume')) return false
      const meaning = meaningOf(PLAYER_KEYS, event)
      if (meaning !== null) actsOf(options)[meaning]()
      return meaning !== null || goToTenth(options.media, event)
    },
  })
}

const actsOf = ({
  media,
  onSubtitles,
  onFullScreen,
}: PlayerKeysOptions): Record<keyof typeof PLAYER_KEYS, () => void> => ({
  toggle: media.toggle,
  back: () => media.seekBy(-LONG_SEEK_S),
  forward: () => media.seekBy(LONG_SEEK_S),
  backShort: () => media.seekBy(-SHORT_SEEK_S),
  forwardShort: () => media.seekBy(SHORT_SEEK_S),
  mute: media.toggleMuted,
  subtitles: onSubtitles,
  fullScreen: onFullScreen,
  slower: () => media.stepRate(-1),
  faster: () => media.stepRate(1),
})

/** Goes to a tenth of the length. Returns whether the key asks for one. */
function goToTenth(media: MediaState, event: KeyboardEvent): boolean {
  if (!matches(TENTH_KEYS, event) || media.duration <= 0) return false
  media.seekTo((media.duration * Number(event.key)) / 10)
  return true
}
