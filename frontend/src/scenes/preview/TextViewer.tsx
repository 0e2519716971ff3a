import { observer } from 'mobx-react-lite'
import { messageOf } from '../../api/error-message.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { LoadFailure } from './LoadFailure.tsx'
import { StageCard } from './StageCard.tsx'
import { useColours } from './useColours.ts'
import { useFileText } from './useFileText.ts'
import type { ViewerProps } from './viewer.ts'

/** A text, wrapped, in the colours of its language. */
export const TextViewer = observer(function TextViewer({ item, source }: ViewerProps) {
  const { t, tell } = useTexts()
  const { text, retry } = useFileText(source.readText, item.modified)
  const { value, error } = text
  const pieces = useColours(item.name, value)
  if (value === null && error === null)
    return (
      <span className="stage-wait" role="status">
        {t('preview.loading')}
      </span>
    )
  if (error?.code === 'downloadDenied') return <StageCard kind="text" title={t('preview.notAllowed')} />
  if (error)
    return (
      <LoadFailure
        item={item}
        source={source}
        trouble={error.code === 'network' ? 'offline' : 'unreadable'}
        unreadable={tell(messageOf(error))}
        onRetry={retry}
      />
    )
  if (value === '') return <StageCard kind="text" title={t('preview.empty')} />
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text is scrolled by keys
    <pre className="text-sheet" tabIndex={0} dir="auto" aria-label={t('preview.text', { name: item.name })}>
      {pieces === null ? value : <Coloured pieces={pieces} />}
    </pre>
  )
})

function Coloured({ pieces }: { pieces: NonNullable<ReturnType<typeof useColours>> }) {
  return pieces.map(({ from, text, classes }) => (
    <span key={from} className={classes}>
      {text}
    </span>
  ))
}
