import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import { nameOf } from '../../lib/paths.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { ItemThumb } from './ItemThumb.tsx'

/** Follows the pointer while items are dragged, and says what a drop would do. */
export const DragCard = observer(function DragCard() {
  const { drag, session } = useRoot()
  const { t } = useTexts()
  const [at, setAt] = useState<{ x: number; y: number } | null>(null)
  const { isActive } = drag
  useEffect(() => {
    if (!isActive) return
    const follow = (event: DragEvent) => setAt({ x: event.clientX, y: event.clientY })
    // In the capture phase, because a folder that accepts the drop stops the event.
    window.addEventListener('dragover', follow, true)
    // A row that left the page during the drag (its folder was left) never gets the end event. Pointer moves are only
    // reported again after the drag.
    window.addEventListener('pointermove', drag.end)
    return () => {
      window.removeEventListener('pointermove', drag.end)
      window.removeEventListener('dragover', follow, true)
      setAt(null)
    }
  }, [drag, isActive])
  const [first] = drag.items
  if (first === undefined || at === null) return null
  const folder = drag.over === null ? null : nameOf(drag.over) || t('listing.home')
  return (
    <div className="drag-card" style={{ transform: `translate(${at.x + 14}px, ${at.y + 10}px)` }} aria-hidden="true">
      <ItemThumb item={first} />
      <span className="summary">
        <b className="strong cut" dir="auto">
          {drag.items.length === 1 ? first.name : t('listing.selected', { count: drag.items.length })}
        </b>
        <span className="small muted">
          {folder === null
            ? t('drag.pickFolder')
            : `${t(drag.isCopy ? 'drag.copyTo' : 'drag.moveTo', { folder })}` +
              `${!drag.isCopy && session.can('create') ? ` · ${t('drag.ctrlCopies')}` : ''}`}
        </span>
      </span>
    </div>
  )
})
