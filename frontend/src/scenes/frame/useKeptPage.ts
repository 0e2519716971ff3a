import { reaction } from 'mobx'
import { useEffect } from 'react'
import { offerReload } from '../../actions/offerReload.ts'
import { createPushApi } from '../../api/push.ts'
import { keepPage } from '../../lib/kept-page.ts'
import { useRoot } from '../../stores/useRoot.ts'

/**
 * Keeps the page for times without a connection, and offers a reload when Nido was updated: an update ends all sockets,
 * so each new one is a reason to look.
 */
export function useKeptPage(): void {
  const root = useRoot()
  useEffect(() => {
    const { look, stop } = keepPage(createPushApi(root.api.http).worker(), () => void offerReload(root))
    const forget = reaction(
      () => root.live.isLive,
      (isLive) => isLive && look(),
      // The socket may be back before this part of the page has come.
      { fireImmediately: true },
    )
    return () => {
      forget()
      stop()
    }
  }, [root])
}
