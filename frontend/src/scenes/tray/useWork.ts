// Effects of long changes on the page: the tray opens by itself if there is room, and closes when everything succeeded.
import { reaction } from 'mobx'
import { useEffect, useRef } from 'react'
import { useIsPhone } from '../../lib/useMedia.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useWorkTitle } from './useWorkTitle.ts'

export function useWork(): void {
  const root = useRoot()
  const titleOf = useWorkTitle()
  const isPhone = useIsPhone()
  /** Whether the tray was opened by a change, and nobody has touched it since. */
  const isOwn = useRef(false)
  const userId = root.session.user?.id ?? null
  useEffect(() => {
    void root.operations.follow(userId)
    const handleReturn = () => void root.operations.refresh()
    window.addEventListener('focus', handleReturn)
    window.addEventListener('online', handleReturn)
    return () => {
      void root.operations.follow(null)
      window.removeEventListener('focus', handleReturn)
      window.removeEventListener('online', handleReturn)
    }
  }, [root, userId])
  useEffect(() => {
    const { tray, uploads, ui } = root
    return reaction(
      () => tray.running.map(({ id }) => id).join(),
      (now, before) => {
        const [newest] = tray.running
        if (newest !== undefined && !before.includes(newest.id)) ui.announce(titleOf(newest))
        // On a phone the tray would cover everything, so only the ring is shown.
        if (now !== '' && before === '' && !tray.isOpen && !isPhone) {
          isOwn.current = true
          tray.setOpen(true)
        }
        if (now !== '') return
        if (tray.isWell && uploads.isIdle && (isOwn.current || !tray.isOpen)) {
          tray.setOpen(false)
          tray.clearEnded()
        }
        isOwn.current = false
      },
    )
  }, [root, titleOf, isPhone])
}
