import { List, MoveHorizontal, RectangleVertical, Search, ZoomIn, ZoomOut } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import { IconButton } from '../../../components/IconButton.tsx'
import { useTexts } from '../../../i18n/useTexts.ts'
import { useIsPhone } from '../../../lib/useMedia.ts'
import type { PdfState } from '../../../lib/pdf/PdfView.ts'
import type { PdfControls } from './usePdf.ts'

interface PaperToolsProps {
  pdf: PdfControls
  state: PdfState
  panel: 'search' | 'headings' | null
  onToggle(panel: 'search' | 'headings'): void
}

/** The commands of an open PDF. */
export function PaperTools({ pdf, state, panel, onToggle }: PaperToolsProps) {
  const { t } = useTexts()
  const { scale, fit, outline } = state
  return (
    <div className="document-tools on-stage" role="toolbar" aria-label={t('document.tools')}>
      {outline.length === 0 ? null : (
        <IconButton
          icon={List}
          label={t('document.headings')}
          aria-pressed={panel === 'headings'}
          onClick={() => onToggle('headings')}
        />
      )}
      <PageField key={state.page} page={state.page} pages={state.pages} onGo={pdf.goTo} />
      <span className="push" />
      <IconButton icon={ZoomOut} label={`${t('preview.zoomOut')} (−)`} onClick={() => pdf.zoom(-1)} />
      <span className="document-scale num small">{t('preview.zoom', { percent: Math.round(scale * 100) })}</span>
      <IconButton icon={ZoomIn} label={`${t('preview.zoomIn')} (+)`} onClick={() => pdf.zoom(1)} />
      <FitButtons pdf={pdf} fit={fit} />
      <span className="push" />
      <IconButton
        icon={Search}
        label={t('document.search')}
        aria-pressed={panel === 'search'}
        onClick={() => onToggle('search')}
      />
    </div>
  )
}

/** Fit the page into the window. A narrow window has room for the button that changes something. */
function FitButtons({ pdf, fit }: { pdf: PdfControls } & Pick<PdfState, 'fit'>) {
  const { t } = useTexts()
  const isPhone = useIsPhone()
  const ways = [
    { way: 'page-width', icon: MoveHorizontal, label: `${t('document.fitWidth')} (0)` },
    { way: 'page-fit', icon: RectangleVertical, label: t('document.fitPage') },
  ] as const
  if (!isPhone)
    return ways.map(({ way, ...button }) => (
      <IconButton key={way} {...button} aria-pressed={fit === way} onClick={() => pdf.fit(way)} />
    ))
  const { way, ...other } = ways[fit === 'page-width' ? 1 : 0]
  return <IconButton {...other} onClick={() => pdf.fit(way)} />
}

interface PageFieldProps {
  page: number
  pages: number
  onGo(page: number): void
}

/** The number of the page in view; another one goes there. */
function PageField({ page, pages, onGo }: PageFieldProps) {
  const { t } = useTexts()
  const [text, setText] = useState(String(page))
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    const wanted = Number.parseInt(text, 10)
    if (Number.isNaN(wanted)) setText(String(page))
    else onGo(wanted)
  }
  return (
    <form className="page-field num small" onSubmit={handleSubmit}>
      <input
        inputMode="numeric"
        aria-label={t('document.page')}
        value={text}
        size={Math.max(2, String(pages).length)}
        onChange={({ target }) => setText(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={() => setText(String(page))}
      />
      <span>{t('document.ofPages', { count: pages })}</span>
    </form>
  )
}
