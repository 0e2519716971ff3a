import { useEffect } from 'react'
import { matches, perform } from '../../actions/action.ts'
import { FRAME_KEYS } from '../../actions/menus.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** Lets keys call commands wherever the focus is, but never out of a field, a menu or a dialog. */
export function useShortcuts(): void {
  const root = useRoot()
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => handle(root, event)
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [root])
}

function handle(root: RootStore, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || isElsewhere(root, event)) return
  // A button that has the focus answers Enter and Space itself.
  const isControl = event.target instanceof Element && event.target.closest('button, a[href], summary') !== null
  const action = [...root.screen.keys, ...FRAME_KEYS].find(
    (candidate) => matches(candidate, event) && candidate.isAllowed(root) && candidate.isEnabled(root),
  )
  if (action === undefined || (isControl && event.key === 'Enter')) return
  if (event.ctrlKey || event.metaKey) {
    // Ctrl+V arrives as a `paste` event, which may bring files; a marked text is copied as text.
    if (event.key.toLowerCase() === 'v') return
    if (['c', 'x'].includes(event.key.toLowerCase()) && !(window.getSelection()?.isCollapsed ?? true)) return
  }
  event.preventDefault()
  void perform(root, action)
}

function isElsewhere({ ui, screen }: RootStore, event: KeyboardEvent): boolean {
  if (ui.dialogs.length > 0 || ui.isDrawerOpen || screen.isCovered) return true
  if (!(event.target instanceof HTMLElement)) return false
  if (event.target.closest('[role="menu"], [role="dialog"]') !== null) return true
  const field = event.target.closest('input, textarea, select, [contenteditable="true"]')
  return field !== null && !(field instanceof HTMLInputElement && field.type === 'checkbox')
}
