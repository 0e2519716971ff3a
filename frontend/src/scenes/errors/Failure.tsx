// Replaces a screen that cannot be shown: says what happened, and offers a way on.
import { RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError } from '../../api/http.ts'
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
      {onRetry === undefined ? (
        <LeaveButton key={path} path={path ?? '/'} isMissing={kind === 'notFound'} />
      ) : (
        <RetryButton onRetry={onRetry} />
      )}
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

interface LeaveButtonProps {
  path: string
  isMissing: boolean
}

/** Opens the folder that should contain it, or the nearest one above that exists. */
function LeaveButton({ path, isMissing }: LeaveButtonProps) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const folder = useFolderAbove(path, isMissing)
  return (
    <button type="button" className="button primary" onClick={() => void navigate(filesUrl(folder, true))}>
      {folder === '/' ? t('failure.myFiles') : t('failure.goUpTo', { folder: nameOf(folder) })}
    </button>
  )
}

/** The parent of a path. If the path does not exist, its parent may not exist either. */
function useFolderAbove(path: string, isMissing: boolean): string {
  const { api } = useRoot()
  const [folder, setFolder] = useState(parentOf(path))
  useEffect(() => {
    let isCurrent = true
    const isGone = (above: string) =>
      api.resources.get(above).then(
        () => false,
        (error: unknown) => error instanceof ApiError && error.code === 'notFound',
      )
    const look = async () => {
      let above = parentOf(path)
      while (above !== '/' && (await isGone(above))) above = parentOf(above)
      if (isCurrent) setFolder(above)
    }
    if (isMissing) void look()
    return () => {
      isCurrent = false
    }
  }, [api, path, isMissing])
  return folder
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
