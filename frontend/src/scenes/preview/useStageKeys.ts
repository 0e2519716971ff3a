import { isFrom } from '../../lib/key-layers.ts'
import { isTyping } from '../../lib/typing.ts'
import { useKeyLayer } from '../../lib/useKeyLayer.ts'

export interface StageKeysOptions {
  /** Whether arrows seek. */
  seeks: boolean
  /** Additional keys by name, letters in lower case; `mod+` for Ctrl or Cmd. */
  keys: Readonly<Record<string, () => void>>
  onClose(): void
  onNext(): void
  onPrevious(): void
}

/**
 * The keys of the stage. Arrows turn pages, except in sound and film, where they seek and Page Up and Page Down turn.
 */
export function useStageKeys({ seeks, keys, onClose, onNext, onPrevious }: StageKeysOptions): void {
  useKeyLayer({
    layer: 'stage',
    isModal: true,
    hearsFields: true,
    handle(event) {
      if (event.altKey || isTyping(event)) return false
      const isMod = event.ctrlKey || event.metaKey
      const isRtl = document.documentElement.dir === 'rtl'
      const all: Readonly<Record<string, () => void>> = {
        Escape: onClose,
        ...(isFrom(event, '.text-sheet') ? {} : { PageDown: onNext, PageUp: onPrevious }),
        ...(seeks ? {} : { ArrowRight: isRtl ? onPrevious : onNext, ArrowLeft: isRtl ? onNext : onPrevious }),
        ...keys,
      }
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
      const act = all[isMod ? `mod+${key}` : key]
      if (!act || (event.key === 'Escape' && document.fullscreenElement)) return false
      act()
      return true
    },
  })
}
