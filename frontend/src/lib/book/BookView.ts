// Shows an EPUB in an element: pages, headings, and the reader's position. It does not depend on React.
import { EPUB } from 'foliate-js/epub.js'
import { type Book, type Contributor, type TocEntry, type Translated, View } from 'foliate-js/view.js'
import { openBookFiles } from './book-files.ts'
import { cleanSection } from './clean-section.ts'

export interface BookHeading {
  title: string
  /** 0 for the highest. */
  level: number
  target: string
}

export interface BookPlace {
  /** From 0 to 1. */
  fraction: number
  /** The heading of the current chapter; '' for none. */
  heading: string
  /** The position as an EPUB CFI, to return to it. */
  mark: string
}

/** `left` and `right` are sides of the screen: the next page of a book in Arabic is on the left. */
export type Turn = 'left' | 'right' | 'next' | 'previous'

export interface BookOptions {
  /** The position to open at; null for the first page. */
  mark: string | null
  /** Text size; 100 is the book's own size. */
  percent: number
  /** The title of the frames, for screen readers. */
  label: string
  onPlace(place: BookPlace): void
}

const HEADINGS_MAX = 2_000
const LEVELS_MAX = 8

export class BookView {
  readonly #view: View
  readonly headings: readonly BookHeading[]
  /** '' if the book does not say. */
  readonly title: string
  readonly author: string
  #isTurning = false
  #asked: Turn | null = null

  private constructor(view: View) {
    this.#view = view
    const { toc, metadata = {} } = view.book
    this.headings = headingsOf(toc ?? [])
    this.title = textOf(metadata.title)
    this.author = authorsOf(metadata.author)
  }

  /**
   * Shows a book in an element.
   * @throws ProtectedBook; Error if the file is not a book
   */
  static async open(parent: Element, bytes: Uint8Array<ArrayBuffer>, options: BookOptions): Promise<BookView> {
    const book = await new EPUB(await openBookFiles(bytes)).init()
    if (book.sections.length === 0) throw new Error('the book has no pages')
    book.transformTarget?.addEventListener('data', clean)
    const view = new View()
    listen(view, options)
    parent.append(view)
    try {
      return await BookView.#show(view, book, options)
    } catch (error) {
      view.remove()
      book.destroy()
      throw error
    }
  }

  static async #show(view: View, book: Book, { mark, percent }: BookOptions): Promise<BookView> {
    await view.open(book)
    const { renderer } = view
    renderer.setAttribute('margin', '32px')
    renderer.setAttribute('max-inline-size', '640px')
    renderer.toggleAttribute('animated', !window.matchMedia('(prefers-reduced-motion: reduce)').matches)
    const shown = new BookView(view)
    shown.setSize(percent)
    await view.init({ lastLocation: mark })
    // A position in another version of the book may not exist in this one.
    if (renderer.getContents().length === 0) await view.goTo(0)
    return shown
  }

  /** Turns the page. During a turn, only the last request is kept, so that a held key does not run on. */
  turn(turn: Turn): void {
    if (this.#isTurning) this.#asked = turn
    else void this.#turn(turn)
  }

  async #turn(turn: Turn): Promise<void> {
    const view = this.#view
    const turns = {
      left: () => view.goLeft(),
      right: () => view.goRight(),
      next: () => view.next(),
      previous: () => view.prev(),
    }
    this.#isTurning = true
    // If the next part cannot be read, the page stays.
    await turns[turn]().catch(() => undefined)
    this.#isTurning = false
    const asked = this.#asked
    this.#asked = null
    if (asked !== null) await this.#turn(asked)
  }

  follow({ target }: BookHeading): void {
    void this.#view.goTo(target)
  }

  /** Sets the text size; 100 is the book's own size. */
  setSize(percent: number): void {
    const tokens = getComputedStyle(this.#view)
    const colours = TOKENS.map((name) => `${name}: ${tokens.getPropertyValue(name)};`).join(' ')
    this.#view.renderer.setStyles?.(`html { ${colours} font-size: ${percent}%; } ${LOOK}`)
  }

  destroy(): void {
    const { book } = this.#view
    this.#view.close()
    this.#view.remove()
    book.destroy()
  }
}

/** Colours that are passed on to the book. Each has a light and a dark value (styles/colours.css). */
const TOKENS = ['--text', '--accent-text']

/**
 * The style sheet that is added to the book. The theme comes from the element around the frame. In the dark theme our
 * colours replace the book's, because many books set only one of text and background.
 */
const LOOK = `
  html { color-scheme: light dark; color: var(--text); line-height: 1.5; }
  a:any-link { color: var(--accent-text); }
  img, svg, video { max-width: 100%; }
  pre { white-space: pre-wrap; }
  @media (prefers-color-scheme: dark) {
    html, body, body :not(img, svg, svg *, video) { background-color: transparent !important; }
    body, body :not(a, a *, svg, svg *) { color: inherit !important; border-color: currentColor; }
    a:any-link, a:any-link * { color: var(--accent-text) !important; }
  }`

function listen(view: View, { label, onPlace }: BookOptions): void {
  view.addEventListener('relocate', (event) => {
    const { fraction, tocItem, cfi } = (event as CustomEvent<Relocation>).detail
    onPlace({ fraction: fraction ?? 0, heading: tocItem?.label?.trim() ?? '', mark: cfi })
  })
  view.addEventListener('load', (event) => {
    const { doc } = (event as CustomEvent<{ doc: Document }>).detail
    doc.defaultView?.frameElement?.setAttribute('title', label)
    passKeys(doc)
  })
  view.addEventListener('external-link', openElsewhere)
}

interface Relocation {
  fraction?: number
  tocItem?: TocEntry | null
  cfi: string
}

interface Part {
  data: string | Blob | Promise<string | Blob>
  type: string
}

/** Cleans a part of a book before it gets an address. */
function clean(event: Event): void {
  const { detail } = event as CustomEvent<Part>
  const { type } = detail
  detail.data = Promise.resolve(detail.data).then((data) =>
    typeof data === 'string' ? cleanSection(data, type) : data,
  )
}

/** Keys that are pressed in the book's frame are the page's. */
function passKeys(page: Document): void {
  page.addEventListener('keydown', (event) => {
    const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event
    const same = new KeyboardEvent('keydown', { key, code, ctrlKey, metaKey, altKey, shiftKey, cancelable: true })
    if (!document.dispatchEvent(same)) event.preventDefault()
  })
}

function openElsewhere(event: Event): void {
  event.preventDefault()
  const { href } = (event as CustomEvent<{ href: string }>).detail
  if (/^(?:https?|mailto):/i.test(href)) window.open(href, '_blank', 'noopener,noreferrer')
}

function headingsOf(entries: readonly TocEntry[]): BookHeading[] {
  const headings: BookHeading[] = []
  const add = (some: readonly TocEntry[], level: number) => {
    for (const { label = '', href, subitems } of some) {
      if (headings.length >= HEADINGS_MAX) return
      if (typeof href === 'string') headings.push({ title: label.trim(), level, target: href })
      if (level < LEVELS_MAX) add(subitems ?? [], level + 1)
    }
  }
  add(entries, 0)
  return headings
}

/** A text in the first language that it is in. */
const textOf = (text: Translated | null | undefined): string =>
  (typeof text === 'string' ? text : (Object.values(text ?? {})[0] ?? '')).trim()

const authorsOf = (author: Contributor | readonly Contributor[] | undefined): string =>
  [author ?? []]
    .flat()
    .map((one) => textOf(typeof one === 'string' ? one : one.name))
    .filter((name) => name !== '')
    .join(', ')
