import { useEffect, useState } from 'react'
import { useTexts } from '../i18n/useTexts.ts'

/** A folder that arrives within this time is shown without a skeleton first. */
const PATIENCE_MS = 100
const WIDTHS = [38, 24, 31, 46, 28, 35, 22, 41]

/** Grey rows while a folder is loading, in the size of the real ones. */
export function SkeletonRows() {
  const { t } = useTexts()
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isShown) return null
  return (
    <div className="rows skeleton-rows" role="status" aria-label={t('listing.loading')}>
      <div className="rows-head" />
      {WIDTHS.map((width) => (
        <div key={width} className="row" aria-hidden="true">
          <span />
          <span className="skeleton shape" />
          <span className="skeleton words" style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  )
}
