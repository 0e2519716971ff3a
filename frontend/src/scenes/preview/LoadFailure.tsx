import { RotateCw } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import { kindOf } from '../../lib/kinds.ts'
import type { LoadTrouble } from '../../lib/load-trouble.ts'
import { StageCard } from './StageCard.tsx'
import type { ViewerProps } from './viewer.ts'

export interface LoadFailureProps extends Pick<ViewerProps, 'item' | 'source'> {
  trouble: LoadTrouble
  /** The title if the file was loaded but cannot be shown. */
  unreadable: string
  onRetry(): void
}

/** Why a file is not shown, and what can be done. It retries by itself when the connection is back. */
export function LoadFailure({ item, source, trouble, unreadable, onRetry }: LoadFailureProps) {
  const { t } = useTexts()
  const isUnreadable = trouble === 'unreadable'
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    if (trouble !== 'offline') return undefined
    const handleOnline = () => retry()
    window.addEventListener('online', handleOnline)
    return () => window.removeEventListener('online', handleOnline)
  }, [trouble])
  return (
    <StageCard
      kind={kindOf(item)}
      title={isUnreadable ? unreadable : t(`viewer.${trouble}`)}
      text={isUnreadable ? t('preview.downloadInstead') : t(`viewer.${trouble}Lead`)}
    >
      <div className="line">
        {isUnreadable ? source.downloadButton : null}
        <button type="button" className={`button ${isUnreadable ? '' : 'primary'}`} onClick={onRetry}>
          <RotateCw className="icon" aria-hidden="true" />
          <span className="label">{t('action.retry')}</span>
        </button>
      </div>
    </StageCard>
  )
}
