import { observer } from 'mobx-react-lite'
import type { CSSProperties } from 'react'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** How much of the room is used; absent where an admin turned it off, and a plain figure where no end is known. */
export const StorageBar = observer(function StorageBar() {
  const { settings, usage: store } = useRoot()
  const { t } = useTexts()
  const format = useFormat()
  const { usage, percent } = store
  if (settings.DisableUsedPercentage || usage === null) return <div className="storage" />
  const used = format.size(usage.used)
  const share = percent === null ? used : `${used} ${t('frame.storageOf', { total: format.size(usage.total) })}`
  const history = usage.history ? t('frame.storageHistory', { size: format.size(usage.history) }) : ''
  return (
    <div className="storage" title={[share, history].filter(Boolean).join(' · ')}>
      {percent === null ? null : (
        <div
          className={`progress thick ${fullness(percent)}`}
          style={{ '--v': `${percent}%` } as CSSProperties}
          role="progressbar"
          aria-valuenow={percent}
          aria-valuetext={share}
          aria-label={t('frame.storage')}
        >
          <i />
        </div>
      )}
      <div className="line">
        <span>
          <b className="strong num">{used}</b> {percent === null ? t('frame.storageUsed') : t('frame.storageOf', { total: format.size(usage.total) })}
        </span>
        {percent === null ? null : <span className="num">{percent} %</span>}
      </div>
    </div>
  )
})

/** Percent from which the bar warns. */
const NEARLY_FULL = 85

const fullness = (percent: number): string => (percent >= 100 ? 'bad' : percent >= NEARLY_FULL ? 'warn' : '')
