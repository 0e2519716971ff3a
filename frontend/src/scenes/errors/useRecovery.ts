import { reaction } from 'mobx'
import { useEffect, useEffectEvent } from 'react'
import { useRoot } from '../../stores/useRoot.ts'

/** Tries again as soon as the server can be reached. */
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
