import { observer } from 'mobx-react-lite'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { RoomLines } from '../frame/RoomLines.tsx'
import { useRooms } from '../frame/useRooms.ts'
import { trashOf } from '../../stores/TrashStore.ts'

/** From this percentage on, the next replacement may not fit. */
const NEARLY_FULL = 85

/** How full the storage spaces are that the trash shares, and what to do when they are nearly full. */
export const TrashRoom = observer(function TrashRoom() {
  const trash = trashOf(useRoot())
  const { t } = useTexts()
  const rooms = useRooms()
  if (trash.id !== null || rooms.length === 0) return null
  return (
    <section className="trash-room" aria-label={t('trash.room')}>
      <RoomLines />
      {rooms.some(({ percent }) => percent >= NEARLY_FULL) ? <p>{t('trash.roomNarrow')}</p> : null}
    </section>
  )
})
