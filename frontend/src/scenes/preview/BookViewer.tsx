import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useRef, useState } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import type { BookHeading, BookView, Turn } from '../../lib/book/BookView.ts'
import { useKeyLayer } from '../../lib/useKeyLayer.ts'
import { useIsPhone } from '../../lib/useMedia.ts'
import { BookTools } from './book/BookTools.tsx'
import { useBook } from './book/useBook.ts'
import { PaperHeadings } from './paper/PaperHeadings.tsx'
import { keyOf } from './paper/paper-keys.ts'
import { Trouble } from './Trouble.tsx'
import { useFileBytes } from './useFileBytes.ts'
import type { ViewerProps } from './viewer.ts'
import { FetchTrouble, Waiting } from './Waiting.tsx'

/** A larger book is only offered as a download, because the whole file is kept in memory. */
const SHOWN_MAX_BYTES = 100 * 1024 * 1024

/** An EPUB book, page by page. */
export const BookViewer = observer(function BookViewer(props: ViewerProps) {
  const { item, source } = props
  const isLarge = item.size > SHOWN_MAX_BYTES
  const version = `${item.path} ${item.modified}`
  const { bytes, error, retry } = useFileBytes(isLarge ? null : source.readBytes, version)
  if (isLarge) return <Trouble kind="text" what="large" limit={SHOWN_MAX_BYTES} source={source} />
  if (error !== null) return <FetchTrouble kind="text" error={error} source={source} onRetry={retry} />
  if (bytes === null) return <Waiting />
  if (bytes.length === 0) return <Trouble kind="text" what="empty" source={source} />
  return <OpenBook key={version} {...props} bytes={bytes} />
})

function OpenBook({ item, source, isCard, bytes }: ViewerProps & { bytes: Uint8Array<ArrayBuffer> }) {
  const { t } = useTexts()
  const pages = useRef<HTMLDivElement>(null)
  const [hasHeadings, setHeadings] = useState(false)
  const label = t('document.pages', { name: item.name })
  const { book, phase, place, percent, setPercent } = useBook(pages, { bytes, memoryKey: source.memoryKey, label })
  useTurnKeys(isCard ? null : book)
  const isPhone = useIsPhone()
  const handleHeading = (heading: BookHeading) => {
    book?.follow(heading)
    // On a phone the headings cover the pages.
    if (isPhone) setHeadings(false)
  }
  if (phase === 'broken' || phase === 'protected') return <Trouble kind="text" what={phase} source={source} />
  return (
    <div className={`document book ${book === null ? 'is-waiting' : ''}`}>
      {book === null ? (
        <Waiting />
      ) : (
        <BookTools
          book={book}
          place={place}
          percent={percent}
          hasHeadings={hasHeadings}
          onPercent={setPercent}
          onHeadings={() => setHeadings(!hasHeadings)}
        />
      )}
      <div className="document-body">
        {hasHeadings && book !== null ? <PaperHeadings headings={book.headings} onChoose={handleHeading} /> : null}
        <div className="book-sheet">
          <div ref={pages} className="book-pages" role="region" aria-label={label} />
          {book === null ? null : <Edges book={book} />}
          <p className="book-foot cut small" dir="auto">
            {place?.heading}
          </p>
        </div>
      </div>
    </div>
  )
}

/** Buttons at both edges that turn the page. */
function Edges({ book }: { book: BookView }) {
  const { t } = useTexts()
  const edge = (turn: 'left' | 'right', Icon: LucideIcon, label: string) => (
    <button
      type="button"
      className={`book-edge ${turn}`}
      aria-label={label}
      title={label}
      onClick={() => book.turn(turn)}
    >
      <Icon className="icon" aria-hidden="true" />
    </button>
  )
  return (
    <>
      {edge('left', ChevronLeft, `${t('document.pageLeft')} (←)`)}
      {edge('right', ChevronRight, `${t('document.pageRight')} (→)`)}
    </>
  )
}

/** Arrows, Page Up, Page Down and the space bar turn the pages of the book. */
function useTurnKeys(book: BookView | null): void {
  useKeyLayer(
    book === null
      ? null
      : {
          layer: 'document',
          handle(event) {
            const turn = TURNS[keyOf(event)]
            // On a focused button, the space bar presses the button.
            if (turn === undefined || (event.key === ' ' && event.target instanceof HTMLButtonElement)) return false
            book.turn(turn)
            return true
          },
        },
  )
}

/** What each key does. */
const TURNS: Readonly<Record<string, Turn>> = {
  ArrowRight: 'right',
  ArrowLeft: 'left',
  PageDown: 'next',
  PageUp: 'previous',
  ' ': 'next',
}
