import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { ProtectedBook } from '../../../lib/book/book-files.ts'
import { type BookPlace, BookView } from '../../../lib/book/BookView.ts'
import { letterSize, placeInBook, rememberLetters, rememberPlace } from '../../../lib/book/places.ts'

interface OpenBook {
  book: BookView | null
  /** `protected`: the book has copy protection. */
  phase: 'opening' | 'ready' | 'broken' | 'protected'
  /** Null until the first page is shown. */
  place: BookPlace | null
  /** Text size, in percent of the book's own size. */
  percent: number
  setPercent(percent: number): void
}

interface BookSource {
  bytes: Uint8Array<ArrayBuffer>
  /** The key of the remembered position. */
  memoryKey: string
  /** The title of the pages, for screen readers. */
  label: string
}

/** Opens a book in an element, at the remembered position. */
export function useBook(parent: RefObject<Element | null>, { bytes, memoryKey, label }: BookSource): OpenBook {
  const [open, setOpen] = useState<Pick<OpenBook, 'book' | 'phase'>>({ book: null, phase: 'opening' })
  const [place, setPlace] = useState<BookPlace | null>(null)
  const [percent, setPercent] = useState(letterSize)
  const start = useEffectEvent(async (element: Element, onPlace: (place: BookPlace) => void) =>
    BookView.open(element, bytes, { mark: placeInBook(memoryKey), percent, label, onPlace }),
  )
  useEffect(() => {
    const { current } = parent
    if (current === null) return
    let isOver = false
    const shown = start(current, (now) => {
      if (isOver) return
      setPlace(now)
      rememberPlace(memoryKey, now.mark)
    })
    shown
      .then((book) => (isOver ? undefined : setOpen({ book, phase: 'ready' })))
      .catch((error: unknown) =>
        setOpen({ book: null, phase: error instanceof ProtectedBook ? 'protected' : 'broken' }),
      )
    return () => {
      isOver = true
      shown.then((book) => book.destroy()).catch(() => undefined)
    }
    // Other bytes are another book.
    // eslint-disable-next-line react/exhaustive-effect-dependencies
  }, [parent, bytes, memoryKey])
  const { book } = open
  useEffect(() => book?.setSize(percent), [book, percent])
  const resize = (to: number) => {
    setPercent(to)
    rememberLetters(to)
  }
  return { ...open, place, percent, setPercent: resize }
}
