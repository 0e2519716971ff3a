import { matches, type Shortcut } from '../../actions/action.ts'
import { meaningOf, STAGE_KEYS } from '../../actions/stage-keys.ts'
import { isFrom } from '../../lib/key-layers.ts'
import { isTyping } from '../../lib/typing.ts'
import { useKeyLayer } from '../../lib/useKeyLayer.ts'

/** What a file has beside the keys of every stage. */
export interface FileKey {
  shortcuts?: readonly Shortcut[]
  act(): void
}

export interface StageKeysOptions {
  /** Whether arrows seek. */
  seeks: boolean
  keys: readonly FileKey[]
  onClose(): void
  onNext(): void
  onPrevious(): void
}

/**
 * The keys of the stage. Arrows turn pages, except in sound and film, where they seek and Page Up and Page Down turn.
 */
export function useStageKeys(options: StageKeysOptions): void {
  useKeyLayer({
    layer: 'stage',
    isModal: true,
    hearsFields: true,
    handle(event) {
      // The browser leaves full screen by Escape.
      if (isTyping(event) || (event.key === 'Escape' && document.fullscreenElement)) return false
      const act = options.keys.find((key) => matches(key, event))?.act ?? actOf(options, event)
      act?.()
      return act !== undefined
    },
  })
}

function actOf({ seeks, onClose, onNext, onPrevious }: StageKeysOptions, event: KeyboardEvent) {
  const meaning = meaningOf(STAGE_KEYS, event)
  if (meaning === 'close') return onClose
  if (meaning !== 'next' && meaning !== 'previous') return undefined
  const isArrow = event.key.startsWith('Arrow')
  if (isArrow ? seeks : isFrom(event, '.text-sheet')) return undefined
  const isBackwards = isArrow && document.documentElement.dir === 'rtl'
  return (meaning === 'next') === isBackwards ? onPrevious : onNext
}
