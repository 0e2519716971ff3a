import { useLayoutEffect, useState } from 'react'
import type { Screen } from '../../stores/ScreenStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

/**
 * Tells the frame what is shown, from the first drawing of a screen until it is left: its title, and as far as it has
 * any its keys, selection, bar and menus. What is left out is not there.
 */
export function useScreen(shown: Partial<Screen> & Pick<Screen, 'title'>): void {
  const { screen } = useRoot()
  const [me] = useState(() => ({}))
  // With each drawing: what the screen says may be new.
  useLayoutEffect(() => screen.show(me, shown))
  useLayoutEffect(() => () => screen.leave(me), [screen, me])
}
