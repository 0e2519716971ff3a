import { useTexts } from '../../i18n/useTexts.ts'
import { CardViewer } from './CardViewer.tsx'
import type { ViewerProps } from './viewer.ts'

/** A PDF in the browser's own viewer. */
export function PaperViewer(props: ViewerProps) {
  const { t } = useTexts()
  const { item, source } = props
  const url = source.pictures.original
  if (!navigator.pdfViewerEnabled) return <CardViewer {...props} />
  // A sandbox would stop the browser's PDF viewer. The file's own policy allows no scripts.
  // eslint-disable-next-line react/iframe-missing-sandbox
  return <iframe key={url} className="paper" src={url} title={t('preview.frame', { name: item.name })} />
}
