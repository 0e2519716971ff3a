import { useEffect, useState } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import { type LoadTrouble, whyNotLoaded } from '../../lib/load-trouble.ts'
import { LoadFailure } from './LoadFailure.tsx'
import type { ViewerProps } from './viewer.ts'

export interface BrokenPictureProps extends Pick<ViewerProps, 'item' | 'source'> {
  onRetry(): void
}

/** Replaces a picture that could not be loaded, and says why. */
export function BrokenPicture({ item, source, onRetry }: BrokenPictureProps) {
  const { t } = useTexts()
  const [trouble, setTrouble] = useState<LoadTrouble | null>(null)
  const url = source.pictures.original
  useEffect(() => {
    let isGone = false
    void whyNotLoaded(url).then((why) => isGone || setTrouble(why))
    return () => {
      isGone = true
    }
  }, [url])
  if (trouble === null) return null
  return (
    <LoadFailure
      item={item}
      source={source}
      trouble={trouble}
      unreadable={t('preview.brokenPicture')}
      onRetry={onRetry}
    />
  )
}
