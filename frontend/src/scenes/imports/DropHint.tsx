import type { LucideIcon } from 'lucide-react'
import { useTexts } from '../../i18n/useTexts.ts'

/** Shown over the page while something is dragged in. */
export function DropHint({ icon: Icon }: { icon: LucideIcon }) {
  const { t } = useTexts()
  return (
    <div className="drop-veil" aria-hidden="true">
      <div className="drop-card">
        <Icon className="icon lg" />
        <p className="strong">{t('imports.drop')}</p>
      </div>
    </div>
  )
}
