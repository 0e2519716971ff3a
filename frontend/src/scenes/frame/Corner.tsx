// What lies over every screen: the tray, and reminders. And what the installed page needs, which no screen waits for.
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { colourBars } from '../../lib/bar-colour.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { FramePart } from '../errors/boundaries.tsx'
import { Reminders } from '../reminders/Reminders.tsx'
import { Tray } from '../tray/Tray.tsx'
import { useReceived } from '../uploads/useReceived.ts'
import { useBadge } from './useBadge.ts'
import { useKeptPage } from './useKeptPage.ts'

export const Corner = observer(function Corner() {
  const { theme } = useRoot().ui
  useEffect(() => colourBars(theme), [theme])
  useKeptPage()
  useReceived()
  useBadge()
  return (
    <>
      <FramePart>
        <Tray />
      </FramePart>
      <FramePart>
        <Reminders />
      </FramePart>
    </>
  )
})
