import { type RefObject, useRef, useState } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import type { Heading } from '../../lib/pdf/outline.ts'
import { useKeyLayer } from '../../lib/useKeyLayer.ts'
import { useIsPhone } from '../../lib/useMedia.ts'
import { PaperHeadings } from './paper/PaperHeadings.tsx'
import { PaperSearch } from './paper/PaperSearch.tsx'
import { PaperTools } from './paper/PaperTools.tsx'
import { PaperWait } from './paper/PaperWait.tsx'
import { keyOf, paperKeys } from './paper/paper-keys.ts'
import { usePaperPinch } from './paper/usePaperPinch.ts'
import { usePdf } from './paper/usePdf.ts'
import type { ViewerProps } from './viewer.ts'

type Panel = 'search' | 'headings'

/** A PDF: its pages one below the other on the dark stage, with search and headings. */
export function PaperViewer(props: ViewerProps) {
  return <Paper key={props.source.pictures.original} {...props} />
}

function Paper({ item, source, isCard }: ViewerProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const { pdf, state, retry } = usePdf(scroller, source.pictures.original)
  const [panel, setPanel] = useState<Panel | null>(null)
  const isReady = state.phase === 'ready'
  const toggle = (other: Panel) => setPanel((now) => (now === other ? null : other))
  const isPhone = useIsPhone()
  const handleHeading = (heading: Heading) => {
    pdf.follow(heading)
    // On a phone the headings cover the pages.
    if (isPhone) setPanel(null)
  }
  usePaperPinch(scroller, pdf)
  useKeyLayer(
    !isReady || isCard
      ? null
      : {
          layer: 'document',
          handle(event) {
            const act = paperKeys(pdf, { pages: state.pages, search: () => setPanel('search') })[keyOf(event)]
            act?.()
            return act !== undefined
          },
        },
  )
  return (
    <div className={`document ${isReady ? '' : 'is-waiting'}`}>
      {isReady ? (
        <PaperTools pdf={pdf} state={state} panel={panel} onToggle={toggle} />
      ) : (
        <PaperWait size={item.size} phase={state.phase} source={source} onUnlock={pdf.unlock} onRetry={retry} />
      )}
      {panel === 'search' ? <PaperSearch found={state.found} onFind={pdf.find} onClose={() => setPanel(null)} /> : null}
      <div className="document-body">
        {panel === 'headings' ? <PaperHeadings headings={state.outline} onChoose={handleHeading} /> : null}
        <Pages scroller={scroller} name={item.name} />
      </div>
    </div>
  )
}

/** The container of the pages. The keyboard scrolls it. */
function Pages({ scroller, name }: { scroller: RefObject<HTMLDivElement | null>; name: string }) {
  const { t } = useTexts()
  return (
    <div className="paper-pages">
      <div
        ref={scroller}
        className="paper-scroller"
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long documents are scrolled by keys
        tabIndex={0}
        role="region"
        aria-label={t('document.pages', { name })}
      >
        <div className="pdfViewer" />
      </div>
    </div>
  )
}
