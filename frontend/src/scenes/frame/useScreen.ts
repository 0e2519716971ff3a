import { useLayoutEffect, useState } from 'react'
import type { Screen } from '../../stores/ScreenStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

/**
 * Tells the frame about a screen while it is shown: its title and, if it has any, its keys, selection, bar and menus.
 * Omitted ones do not exist. Null while another screen covers it.
 */
export function useScreen(shown: (Partial<Screen> & Pick<Screen, 'title'>) | null): void {
  const { screen } = useRoot()
  const [me] = useState(() => ({}))
  // With each render, because the screen's answers may be new.
  useLayoutEffect(() => (shown === null ? screen.leave(me) : screen.show(me, shown)))
  useLayoutEffect(() => () => screen.leave(me), [screen, me])
}
