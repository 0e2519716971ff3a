import { useCallback, useEffect } from 'react'
import { useLeaveGuard } from '../../components/PageRouter.tsx'
import { useRoot } from '../../stores/useRoot.ts'

export interface LeaveOptions {
  dialog?: 'confirmLeave' | 'discardEditorChanges'
  /** Called if the person leaves without saving. */
  onLeave?(): void
}

/**
 * Asks before a screen with unsaved changes is left: with a dialog inside the page, and with the browser's own question
 * when the page is closed. It does not stop anybody who is signed out.
 */
export function useLeaveQuestion(
  isDirty: () => boolean,
  { dialog = 'confirmLeave', onLeave }: LeaveOptions = {},
): void {
  const { ui, session } = useRoot()
  const holds = useCallback(() => isDirty() && session.user !== null, [isDirty, session])
  const ask = useCallback(async () => {
    const mayLeave = (await ui.ask(dialog, {})) !== null
    if (mayLeave) onLeave?.()
    return mayLeave
  }, [ui, dialog, onLeave])
  useLeaveGuard({ holds, ask })
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])
}
