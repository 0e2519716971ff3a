import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { OWN_KEYS, useKeyLayer } from '../../lib/useKeyLayer.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { fetchedPanel } from '../errors/PartFailure.tsx'

const DrawerSheet = fetchedPanel(async () => (await import('./DrawerSheet.tsx')).DrawerSheet)

/** The places on a phone. They slide in from the side, and close with a choice, a tap beside them, or Back. */
export const Drawer = observer(function Drawer() {
  const { ui } = useRoot()
  const { pathname } = useLocation()
  useKeyLayer(ui.isDrawerOpen ? OWN_KEYS : null)
  // Once opened it stays mounted, so that closing is animated.
  const [wasOpen, setWasOpen] = useState(false)
  if (ui.isDrawerOpen && !wasOpen) setWasOpen(true)
  useEffect(() => ui.setDrawerOpen(false), [ui, pathname])
  return wasOpen ? <DrawerSheet /> : null
})
