import { observer } from 'mobx-react-lite'
import { messageOf } from '../../api/error-message.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { StageCard } from './StageCard.tsx'
import { useFileText } from './useFileText.ts'
import type { ViewerProps } from './viewer.ts'

/** A text, unformatted and wrapped. */
export const TextViewer = observer(function TextViewer({ item, source }: ViewerProps) {
  const { t, tell } = useTexts()
  const { value, error } = useFileText(source.readText, item.modified)
  if (value === null && error === null)
    return (
      <span className="stage-wait" role="status">
        {t('preview.loading')}
      </span>
    )
  if (error)
    return (
      <StageCard
        kind="text"
        title={error.code === 'downloadDenied' ? t('preview.notAllowed') : tell(messageOf(error))}
      />
    )
  if (value === '') return <StageCard kind="text" title={t('preview.empty')} />
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text is scrolled by keys
    <pre className="text-sheet" tabIndex={0} dir="auto" aria-label={t('preview.text', { name: item.name })}>
      {value}
    </pre>
  )
})
