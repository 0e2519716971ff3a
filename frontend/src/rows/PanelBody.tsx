import type { MouseEvent, ReactNode, RefObject } from 'react'
import type { SelectionStore } from '../stores/SelectionStore.ts'
import type { MenuPlace } from './ListingMenu.tsx'

export interface PanelBodyProps {
  scroller: RefObject<HTMLDivElement | null>
  selection: Pick<SelectionStore<never>, 'clear'>
  /** Whether a right click on the background opens a menu. */
  hasMenu: boolean
  children: ReactNode
  onMenu(place: MenuPlace): void
}

/** The scrolling part of a panel with rows. A click on the background clears the selection. */
export function PanelBody({ scroller, selection, hasMenu, children, onMenu }: PanelBodyProps) {
  const handleContextMenu = (event: MouseEvent) => {
    if (event.defaultPrevented || !hasMenu) return
    event.preventDefault()
    selection.clear()
    onMenu({
      kind: 'ground',
      anchor: { getBoundingClientRect: () => new DOMRect(event.clientX, event.clientY, 0, 0) },
    })
  }
  const handleClick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('[role="row"], button, a, input, .rows-head') === null)
      selection.clear()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Escape clears the selection, too
    <div
      className="panel-body"
      role="presentation"
      ref={scroller}
      onContextMenu={handleContextMenu}
      onClick={handleClick}
    >
      {children}
    </div>
  )
}
