import { observer } from 'mobx-react-lite'
import { useNavigate } from 'react-router-dom'
import { Empty } from '../../components/Empty.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { shownStatus } from '../../lib/shown-status.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { Failure, type FailureKind } from '../errors/Failure.tsx'
import { trashOf } from '../../stores/TrashStore.ts'

/** What went wrong with the requested place in the trash. */
export const TrashFailure = observer(function TrashFailure() {
  const trash = trashOf(useRoot())
  const { t } = useTexts()
  const navigate = useNavigate()
  const { error } = trash
  if (error === null) return null
  if (error.code === 'notFound') {
    return (
      <Empty art="signpost" title={t('trash.gone')} lead={t('trash.goneLead')}>
        <button type="button" className="button primary" onClick={() => void navigate('/trash', { replace: true })}>
          {t('trash.title')}
        </button>
      </Empty>
    )
  }
  const kind: FailureKind = error.code === 'forbidden' ? 'forbidden' : error.code === 'network' ? 'network' : 'internal'
  const code = shownStatus(error.status)
  return <Failure kind={kind} code={code} {...(kind === 'forbidden' ? {} : { onRetry: () => void trash.retry() })} />
})
