import { useId } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'

export interface TrackerFoldProps {
  /** One address in a line. */
  value: string
  onChange(value: string): void
}

/** The trackers of a torrent, which most people never need. */
export function TrackerFold({ value, onChange }: TrackerFoldProps) {
  const { t } = useTexts()
  const id = useId()
  return (
    <details className="tracker-fold">
      <summary>{t('imports.filesDialog.trackers')}</summary>
      <div className="field">
        <label htmlFor={id}>{t('imports.filesDialog.trackersLabel')}</label>
        <textarea
          id={id}
          className="input"
          rows={4}
          spellCheck={false}
          dir="ltr"
          value={value}
          aria-describedby={`${id}-note`}
          onChange={({ target }) => onChange(target.value)}
        />
        <span className="hint" id={`${id}-note`}>
          {t('imports.filesDialog.trackersLead')}
        </span>
      </div>
    </details>
  )
}
