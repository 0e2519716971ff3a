import { useEffect, useEffectEvent, useState } from 'react'
import type { PlayTime } from '../../../../backend/contract/arcade.ts'
import { createArcadeApi } from '../../api/arcade.ts'
import { useRoot } from '../../stores/useRoot.ts'

const EVERY_MS = 20_000

/** Whether the person may play now; null until that is known. `onClosed` is called when the hours end. */
export function usePlayTime(onClosed?: () => void): PlayTime | null {
  const { api } = useRoot()
  const [time, setTime] = useState<PlayTime | null>(null)
  const close = useEffectEvent(() => onClosed?.())
  useEffect(() => {
    let wasOpen = false
    const look = async () => {
      // Without a connection, the last answer stays valid.
      const now = await createArcadeApi(api.http)
        .time()
        .catch(() => null)
      if (now === null) return
      setTime(now)
      if (wasOpen && !now.isOpen) close()
      wasOpen = now.isOpen
    }
    void look()
    const timer = setInterval(() => void look(), EVERY_MS)
    return () => clearInterval(timer)
  }, [api])
  return time
}
