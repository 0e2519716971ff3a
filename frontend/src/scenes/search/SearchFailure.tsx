import type { ApiError } from '../../api/http.ts'
import { Empty } from '../../components/Empty.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { Failure } from '../errors/Failure.tsx'

/** Why a search found nothing: a filter that cannot be read, or trouble on the way. */
export function SearchFailure({ error }: { error: ApiError }) {
  const { search } = useRoot()
  const { t } = useTexts()
  if (error.code === 'badRequest') return <Empty art="signpost" title={t('search.unreadable')} lead={t('search.unreadableLead')} />
  if (error.code === 'forbidden') return <Failure kind="forbidden" code="403" path={search.from} />
  return <Failure kind={error.code === 'network' ? 'network' : 'internal'} code={error.status === 0 ? '000 No connection' : String(error.status)} onRetry={search.retry} />
}
