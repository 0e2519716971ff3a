import { observer } from 'mobx-react-lite'
import { FullnessBar } from '../../components/FullnessBar.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { RoomLines } from './RoomLines.tsx'

/**
 * How much of the storage is used. Absent if an administrator turned it off, and a plain number if there is no limit.
 */
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
      {percent === null ? null : <FullnessBar isThick percent={percent} label={t('frame.storage')} text={share} />}
      <div className="line">
        <span>
          <b className="strong num">{used}</b>{' '}
          {percent === null ? t('frame.storageUsed') : t('frame.storageOf', { total: format.size(usage.total) })}
        </span>
        {percent === null ? null : <span className="num">{percent} %</span>}
      </div>
      <RoomLines />
    </div>
  )
})
