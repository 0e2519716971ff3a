import { matches, perform } from '../../actions/action.ts'
import { FRAME_KEYS } from '../../actions/menus.ts'
import { isFrom } from '../../lib/key-layers.ts'
import { useKeyLayer } from '../../lib/useKeyLayer.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** Lets shortcuts run the commands of the screen and of the frame, wherever the focus is. */
export function useShortcuts(): void {
  const root = useRoot()
  useKeyLayer({ layer: 'page', handle: (event) => handle(root, event) })
}

function handle(root: RootStore, event: KeyboardEvent): boolean {
  if (isFrom(event, '[role="dialog"]')) return false
  const action = [...root.screen.keys, ...FRAME_KEYS].find(
    (candidate) => matches(candidate, event) && candidate.isAllowed(root) && candidate.isEnabled(root),
  )
  // A focused button handles Enter itself.
  if (action === undefined || (event.key === 'Enter' && isFrom(event, 'button, a[href], summary'))) return false
  if (event.ctrlKey || event.metaKey) {
    // Ctrl+V arrives as a `paste` event, which may carry files; selected text is copied as text.
    if (event.key.toLowerCase() === 'v') return false
    if (['c', 'x'].includes(event.key.toLowerCase()) && !(window.getSelection()?.isCollapsed ?? true)) return false
  }
  void perform(root, action)
  return true
}
