import { AArrowDown, AArrowUp, List } from 'lucide-react'
import { IconButton } from '../../../components/IconButton.tsx'
import { useTexts } from '../../../i18n/useTexts.ts'
import type { BookPlace, BookView } from '../../../lib/book/BookView.ts'
import { LETTERS } from '../../../lib/book/places.ts'

interface BookToolsProps {
  book: BookView
  place: BookPlace | null
  percent: number
  hasHeadings: boolean
  onPercent(percent: number): void
  onHeadings(): void
}

/** Title, author and commands of an open book. */
export function BookTools({ book, place, percent, hasHeadings, onPercent, onHeadings }: BookToolsProps) {
  const { t } = useTexts()
  const { smallest, largest, step } = LETTERS
  const resize = (by: number) => onPercent(Math.min(largest, Math.max(smallest, percent + by)))
  return (
    <div className="document-tools on-stage" role="toolbar" aria-label={t('document.tools')}>
      {book.headings.length === 0 ? null : (
        <IconButton icon={List} label={t('document.headings')} aria-pressed={hasHeadings} onClick={onHeadings} />
      )}
      <span className="book-title cut small" dir="auto">
        {book.title === '' ? null : <strong>{book.title}</strong>}
        {book.author === '' ? null : <span className="faint"> {book.author}</span>}
      </span>
      <span className="push" />
      <IconButton
        icon={AArrowDown}
        label={t('document.smaller')}
        disabled={percent <= smallest}
        onClick={() => resize(-step)}
      />
      <IconButton
        icon={AArrowUp}
        label={t('document.larger')}
        disabled={percent >= largest}
        onClick={() => resize(step)}
      />
      <span className="book-read num small">{t('preview.zoom', { percent: percentRead(place) })}</span>
    </div>
  )
}

const percentRead = (place: BookPlace | null): number => Math.round((place?.fraction ?? 0) * 100)
