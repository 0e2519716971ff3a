import { useEffect } from 'react'
import { useRoot } from '../../stores/useRoot.ts'

/** Puts a screen's name into the title of the tab. */
export function useTitle(title: string): void {
  const { ui } = useRoot()
  useEffect(() => ui.setTitle(title), [ui, title])
}
