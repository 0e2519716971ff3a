import { reaction } from 'mobx'
import { useEffect, useEffectEvent } from 'react'
import { useRoot } from '../../stores/useRoot.ts'

/** Tries again by itself as soon as the server can be reached again. */
export function useRecovery(retry: (() => void) | undefined): void {
  const { live } = useRoot()
  const recover = useEffectEvent(() => retry?.())
  useEffect(
    () =>
      reaction(
        () => live.isCutOff,
        (isCutOff) => !isCutOff && recover(),
      ),
    [live],
  )
}
