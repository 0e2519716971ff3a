import { CircleAlert } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { CSSProperties } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import { importsOf } from '../../stores/ImportsStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useTrayTitle } from './useTrayTitle.ts'

/**
 * Running work in the top bar: a ring that fills, or a mark if it needs the person. It opens and minimises the tray.
 */
export const TrayRing = observer(function TrayRing() {
  const root = useRoot()
  const { uploads, tray } = root
  const imports = importsOf(root)
  const { t } = useTexts()
  const title = useTrayTitle()
  const { queue } = uploads
  const hasWork = tray.running.length + tray.elsewhere.size > 0
  const isRunning = hasWork || imports.active.length > 0
  const isTroubled = queue.troubled.length > 0 || tray.hasFailed
  if (queue.isEmpty && uploads.looking === 0 && !isRunning && !isTroubled) return null
  const percent = queue.isBusy ? queue.percent : hasWork ? tray.percent : imports.percent
  const isBusy = queue.isBusy || isRunning
  const label = `${t('work.show')}: ${title}${isBusy ? `, ${percent} %` : ''}`
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={title}
      aria-expanded={tray.isOpen}
      onClick={() => tray.setOpen(!tray.isOpen)}
    >
      {isTroubled && !isBusy ? (
        <CircleAlert className="icon needs" aria-hidden="true" />
      ) : (
        <span className="ring" style={{ '--v': `${percent}%` } as CSSProperties} />
      )}
    </button>
  )
})
