import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { useRoot } from '../../stores/useRoot.ts'

/**
 * Asks before a screen with unsaved changes is left: with a dialog inside the page, in the browser's own words where
 * the page itself goes. Nobody is kept who is signed out.
 */
export function useLeaveQuestion(isDirty: () => boolean): void {
  const { ui, session } = useRoot()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty() && session.user !== null && currentLocation.pathname !== nextLocation.pathname,
  )
  const { state, proceed, reset } = blocker
  useEffect(() => {
    if (state !== 'blocked') return
    void ui.ask('confirmLeave', {}).then((answer) => (answer === null ? reset() : proceed()))
    // The question is asked once, though `proceed` and `reset` are new at each render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [state, ui])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])
}
