import { observer } from 'mobx-react-lite'
import { useNavigate } from 'react-router-dom'
import type { ArtName } from '../../components/Art.tsx'
import { Empty } from '../../components/Empty.tsx'
import type { ApiErrorCode } from '../../api/http.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { filesUrl, parentOf } from '../../lib/paths.ts'
import { shownStatus } from '../../lib/shown-status.ts'
import { archiveOf } from '../../stores/ArchiveStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { Failure, type FailureKind } from '../errors/Failure.tsx'

/** The texts for an archive that cannot be opened. */
const TROUBLES = {
  unsupportedMediaType: { art: 'cup', key: 'broken' },
  badRequest: { art: 'cup', key: 'broken' },
  tooLarge: { art: 'door', key: 'tooLarge' },
  downloadDenied: { art: 'door', key: 'denied' },
  notFound: { art: 'signpost', key: 'gone' },
  isFolder: { art: 'signpost', key: 'gone' },
} as const satisfies Partial<Record<ApiErrorCode, { art: ArtName; key: string }>>

const isTold = (code: ApiErrorCode): code is keyof typeof TROUBLES => Object.hasOwn(TROUBLES, code)

/** Says why the archive could not be opened. */
export const ArchiveFailure = observer(function ArchiveFailure() {
  const { error, path, retry } = archiveOf(useRoot())
  const { t } = useTexts()
  const navigate = useNavigate()
  if (error === null || path === null) return null
  if (isTold(error.code)) {
    const { art, key } = TROUBLES[error.code]
    return (
      <Empty art={art} title={t(`archive.trouble.${key}`)} lead={t(`archive.trouble.${key}Lead`)}>
        <button
          type="button"
          className="button primary"
          onClick={() => void navigate(filesUrl(parentOf(path), true), { replace: true })}
        >
          {t('archive.toFolder')}
        </button>
      </Empty>
    )
  }
  const kind: FailureKind = error.code === 'forbidden' ? 'forbidden' : error.code === 'network' ? 'network' : 'internal'
  const code = shownStatus(error.status)
  return <Failure kind={kind} code={code} {...(kind === 'forbidden' ? {} : { onRetry: () => void retry() })} />
})
