// What lies over every screen: the tray, and reminders.
import { FramePart } from '../errors/boundaries.tsx'
import { Reminders } from '../reminders/Reminders.tsx'
import { Tray } from '../tray/Tray.tsx'

export const Corner = () => (
  <>
    <FramePart>
      <Tray />
    </FramePart>
    <FramePart>
      <Reminders />
    </FramePart>
  </>
)
