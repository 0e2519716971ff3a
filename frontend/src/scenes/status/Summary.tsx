import { CircleCheck, CircleX, RotateCw, TriangleAlert } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { StatusRecord } from '../../../../backend/contract/status.ts'
import { messageOf } from '../../api/error-message.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { countsOf } from '../../lib/status-words.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { statusOf } from '../../stores/StatusStore.ts'

/** A one-line summary, with its time. */
export const Summary = observer(function Summary({ record }: { record: StatusRecord }) {
  const status = statusOf(useRoot())
  const { t, tell } = useTexts()
  const { bad, warn, off } = countsOf(record)
  const { error, isLoading: isLooking } = status.record
  const tone = bad > 0 || error !== null ? 'bad' : warn > 0 ? 'warn' : 'ok'
  const Icon = { ok: CircleCheck, warn: TriangleAlert, bad: CircleX }[tone]
  const facts = [
    ...(bad > 0 ? [t('status.bad', { count: bad })] : []),
    ...(warn > 0 ? [t('status.warn', { count: warn })] : []),
    ...(off > 0 ? [t('status.off', { count: off })] : []),
  ]
  const words = error === null ? facts.join(' ') : tell(messageOf(error))
  return (
    <div className={`notice status-head ${tone}`}>
      <Icon className="icon lg" aria-hidden="true" />
      {/* Said when it changes; the time beside it changes with every look. */}
      <div role="status">
        <h2>{t(`status.summary.${tone}`)}</h2>
        {words === '' ? null : <p className="small muted">{words}</p>}
      </div>
      <span className="push" />
      <Looked iso={record.looked} />
      <button type="button" className="button" aria-busy={isLooking} onClick={() => void status.look()}>
        <RotateCw className="icon" aria-hidden="true" />
        <span className="label">{t('status.again')}</span>
      </button>
    </div>
  )
})

function Looked({ iso }: { iso: string }) {
  const { t } = useTexts()
  const { time } = useFormat()
  return <span className="small muted num looked">{t('status.looked', { time: time(iso) })}</span>
}
