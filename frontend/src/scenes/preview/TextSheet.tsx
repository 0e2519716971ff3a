import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { messageOf } from '../../api/error-message.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { StageCard } from './StageCard.tsx'
import { previewOf } from '../../stores/PreviewStore.ts'

/** A text as it stands, wrapped. */
export const TextSheet = observer(function TextSheet({
  path,
  name,
  version,
}: {
  path: string
  name: string
  version: string
}) {
  const preview = previewOf(useRoot())
  const { t, tell } = useTexts()
  const { text } = preview
  useEffect(() => void preview.loadText(path), [preview, path, version])
  if (text.of !== path || (text.value === null && !text.error))
    return (
      <span className="stage-wait" role="status">
        {t('preview.loading')}
      </span>
    )
  if (text.error)
    return (
      <StageCard
        kind="text"
        title={text.error.code === 'downloadDenied' ? t('preview.notAllowed') : tell(messageOf(text.error))}
      />
    )
  if (text.value === '') return <StageCard kind="text" title={t('preview.empty')} />
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text is scrolled by keys
    <pre className="text-sheet" tabIndex={0} dir="auto" aria-label={t('preview.text', { name })}>
      {text.value}
    </pre>
  )
})
