// Replaces a screen that cannot be shown: says what happened, and offers a way on.
import { RotateCw } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import type { ArtName } from '../../components/Art.tsx'
import { Empty } from '../../components/Empty.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { filesUrl, nameOf, parentOf } from '../../lib/paths.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useRecovery } from './useRecovery.ts'

export type FailureKind = 'notFound' | 'forbidden' | 'internal' | 'network'

const ART: Record<FailureKind, ArtName> = { notFound: 'signpost', forbidden: 'door', internal: 'cup', network: 'cup' }

export interface FailureProps {
  kind: FailureKind
  /** The status and the requested path. */
  code?: string
  /** The path of what could not be shown. Its parent is a way on. */
  path?: string
  onRetry?(): void
  isPage?: boolean
}

export function Failure({ kind, code, path, onRetry, isPage = false }: FailureProps) {
  const { session, keepsVersions } = useRoot()
  const { t } = useTexts()
  const navigate = useNavigate()
  useRecovery(kind === 'network' ? onRetry : undefined)
  const isSignedIn = session.user !== null
  const signInAgain = async () => {
    await session.logout()
    void navigate('/login')
  }
  return (
    <Empty
      art={ART[kind]}
      title={t(`failure.${kind}`)}
      lead={t(`failure.${kind}Lead`)}
      isPage={isPage}
      {...(code === undefined ? {} : { code })}
    >
      {onRetry === undefined ? <LeaveButton path={path ?? '/'} /> : <RetryButton onRetry={onRetry} />}
      {kind === 'notFound' && isSignedIn && keepsVersions ? (
        <button type="button" className="button" onClick={() => void navigate('/trash')}>
          {t('failure.lookInTrash')}
        </button>
      ) : null}
      {kind === 'forbidden' && isSignedIn && session.canLogout ? (
        <button type="button" className="button" onClick={() => void signInAgain()}>
          {t('failure.signInAgain')}
        </button>
      ) : null}
    </Empty>
  )
}

/** Opens the folder that should contain it. */
function LeaveButton({ path }: { path: string }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const parent = parentOf(path)
  return (
    <button type="button" className="button primary" onClick={() => void navigate(filesUrl(parent, true))}>
      {parent === '/' ? t('failure.myFiles') : t('failure.goUpTo', { folder: nameOf(parent) })}
    </button>
  )
}

function RetryButton({ onRetry }: { onRetry(): void }) {
  const { t } = useTexts()
  return (
    <button type="button" className="button primary" onClick={onRetry}>
      <RotateCw className="icon" aria-hidden="true" />
      {t('action.retry')}
    </button>
  )
}
