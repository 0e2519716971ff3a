import { autorun } from 'mobx'
import { useEffect } from 'react'
import { useRoot } from '../../stores/useRoot.ts'
import { trashOf } from '../../stores/TrashStore.ts'

const EVERY_MS = 15_000
/** The interval while something is still being deleted. */
const SOON_MS = 1500

/**
 * Refreshes the trash while it is visible: when the window gets the focus, from time to time, and soon if a row is
 * about to change.
 */
export function useTrashRefresh(): void {
  const root = useRoot()
  const { ui } = root
  const trash = trashOf(root)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      clearTimeout(timer)
      // The items in an open dialog must not change.
      if (document.visibilityState === 'visible' && ui.dialogs.length === 0) await trash.refresh()
      plan()
    }
    const plan = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void look(), trash.isChanging ? SOON_MS : EVERY_MS)
    }
    const handleReturn = () => void look()
    const stop = autorun(plan)
    window.addEventListener('focus', handleReturn)
    window.addEventListener('online', handleReturn)
    return () => {
      stop()
      clearTimeout(timer)
      window.removeEventListener('focus', handleReturn)
      window.removeEventListener('online', handleReturn)
    }
  }, [trash, ui])
}
