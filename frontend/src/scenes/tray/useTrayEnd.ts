// When all uploads have arrived, the tray closes by itself after a moment in which it can be read, and starts over.
import { reaction } from 'mobx'
import { useEffect } from 'react'
import { useRoot } from '../../stores/useRoot.ts'

const READ_MS = 8_000
/** While the pointer or the focus is on it, this is how long it waits before it looks again. */
const AGAIN_MS = 2_000

export function useTrayEnd(): void {
  const { tray, uploads } = useRoot()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const close = () => {
      if (document.querySelector('.tray:is(:hover, :focus-visible, :has(:focus-visible))') === null) tray.close()
      else timer = setTimeout(close, AGAIN_MS)
    }
    const { queue } = uploads
    const stop = reaction(
      () => queue.isEmpty && queue.tally.countDone > 0 && uploads.looking === 0 && tray.isWell,
      (isOver) => {
        clearTimeout(timer)
        if (isOver) timer = setTimeout(close, READ_MS)
      },
      { fireImmediately: true },
    )
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [tray, uploads])
}
