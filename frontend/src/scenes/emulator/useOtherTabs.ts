import { useEffect, useState } from 'react'

const CHANNEL = 'nido-game'

interface TabMessage {
  game: string
  /** A tab that opens asks; those that have the game answer. */
  kind: 'open' | 'here'
}

/** Whether another tab of this browser has the same game of the same person: both would write one save. */
export function useOtherTabs(path: string, personId: number): boolean {
  const [isOpenElsewhere, setOpenElsewhere] = useState(false)
  useEffect(() => {
    const game = `${personId} ${path}`
    const channel = new BroadcastChannel(CHANNEL)
    channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
      if (data.game !== game) return
      setOpenElsewhere(true)
      if (data.kind === 'open') channel.postMessage({ game, kind: 'here' } satisfies TabMessage)
    })
    channel.postMessage({ game, kind: 'open' } satisfies TabMessage)
    return () => channel.close()
  }, [path, personId])
  return isOpenElsewhere
}
