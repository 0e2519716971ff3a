import { observer } from 'mobx-react-lite'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { RoomLines } from '../frame/RoomLines.tsx'
import { useRooms } from '../frame/useRooms.ts'
import { trashOf } from '../../stores/TrashStore.ts'

/** From this percentage on, the next replacement may not fit. */
const NEARLY_FULL = 85

/**
 * What deleted files and older versions take. Where that has a limit, how full the spaces are, and what to do when they
 * are nearly full.
 */
export const TrashRoom = observer(function TrashRoom() {
  const root = useRoot()
  const trash = trashOf(root)
  const { t } = useTexts()
  const format = useFormat()
  const rooms = useRooms()
  const history = rooms.some(({ key }) => key === 'history') ? undefined : root.usage.usage?.history
  if (trash.id !== null || (rooms.length === 0 && history === undefined)) return null
  return (
    <section className="trash-room" aria-label={t('trash.room')}>
      {history === undefined ? null : <p>{t('trash.takes', { size: format.size(history) })}</p>}
      <RoomLines />
      {rooms.some(({ percent }) => percent >= NEARLY_FULL) ? <p>{t('trash.roomNarrow')}</p> : null}
    </section>
  )
})
