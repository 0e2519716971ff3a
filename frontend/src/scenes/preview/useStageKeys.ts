import { useEffect } from 'react'
import { useRoot } from '../../stores/useRoot.ts'

export interface StageKeysOptions {
  /** Arrows seek in what is shown. */
  seeks: boolean
  /** Further keys by name, letters in lower case; `mod+` for Ctrl or Cmd. */
  keys: Readonly<Record<string, () => void>>
  onClose(): void
  onNext(): void
  onPrevious(): void
}

/** Keys of the stage. Arrows turn pages, but seek in sound and film; there Page Up and Page Down turn them. */
export function useStageKeys({ seeks, keys, onClose, onNext, onPrevious }: StageKeysOptions): void {
  const { ui } = useRoot()
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || ui.dialogs.length > 0 || event.altKey) return
      const isMod = event.ctrlKey || event.metaKey
      const isRtl = document.documentElement.dir === 'rtl'
      const scrolls = event.target instanceof Element && event.target.closest('.text-sheet') !== null
      const all: Readonly<Record<string, () => void>> = {
        Escape: onClose,
        ...(scrolls ? {} : { PageDown: onNext, PageUp: onPrevious }),
        ...(seeks ? {} : { ArrowRight: isRtl ? onPrevious : onNext, ArrowLeft: isRtl ? onNext : onPrevious }),
        ...keys,
      }
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
      const act = all[isMod ? `mod+${key}` : key]
      if (!act || (event.key === 'Escape' && document.fullscreenElement)) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  })
}
