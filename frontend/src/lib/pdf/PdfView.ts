// A PDF in an element: pages drawn as they come near the view, searched, and zoomed. It knows nothing of React.
import {
  AnnotationMode,
  getDocument,
  GlobalWorkerOptions,
  InvalidPDFException,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  PasswordResponses,
} from 'pdfjs-dist'
import {
  EventBus,
  FindState,
  LinkTarget,
  PDFFindController,
  PDFLinkService,
  PDFViewer,
} from 'pdfjs-dist/web/pdf_viewer.mjs'
// eslint-disable-next-line import/default -- with `?url` the module is its address
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { PDF_PARTS } from 'virtual:pdf-parts'
import { type Heading, headingsOf } from './outline.ts'

GlobalWorkerOptions.workerSrc = worker

/** `page-width` and `page-fit` follow the size of the element; `free` is a zoom that somebody chose. */
export type Fit = 'page-width' | 'page-fit' | 'free'

export interface PdfState {
  /** `password`: it is asked for; `wrong`: and the last one was wrong; `lost`: no connection. */
  phase: 'loading' | 'password' | 'wrong' | 'ready' | 'broken' | 'lost'
  /** From 1. */
  page: number
  pages: number
  /** 1 for the size that the file names. */
  scale: number
  fit: Fit
  /** What was found, `current` from 1; null while nothing is searched for. */
  found: { current: number; total: number; isPending: boolean } | null
  outline: readonly Heading[]
}

export const FIRST_STATE: PdfState = {
  phase: 'loading',
  page: 1,
  pages: 0,
  scale: 1,
  fit: 'page-width',
  found: null,
  outline: [],
}

/** Bytes of one ranged read. */
const RANGE_BYTES = 256 * 1024
/** Pixels of one drawn page at most, for phones with little memory. */
const PAGE_PIXELS = 16 * 1024 * 1024

export interface PdfViewOptions {
  /** Scrolls, has an absolute position, and contains one `div` for the pages. */
  container: HTMLDivElement
  /** The address of the file. It is read in ranges. */
  url: string
  onState(state: PdfState): void
}

export class PdfView {
  readonly #bus = new EventBus()
  readonly #links = new PDFLinkService({
    eventBus: this.#bus,
    externalLinkTarget: LinkTarget.BLANK,
    externalLinkRel: 'noopener noreferrer',
  })
  readonly #viewer: PDFViewer
  readonly #task: PDFDocumentLoadingTask
  readonly #onState: PdfViewOptions['onState']
  #state = FIRST_STATE
  #answer: ((password: string) => void) | null = null
  #isOver = false

  constructor({ container, url, onState }: PdfViewOptions) {
    this.#onState = onState
    this.#viewer = new PDFViewer({
      container,
      eventBus: this.#bus,
      linkService: this.#links,
      findController: new PDFFindController({ eventBus: this.#bus, linkService: this.#links }),
      // Links alone: no fields, so nothing to send.
      annotationMode: AnnotationMode.ENABLE,
      maxCanvasPixels: PAGE_PIXELS,
    })
    this.#links.setViewer(this.#viewer)
    this.#listen()
    this.#task = openPdf(url)
    this.#task.onPassword = (answer: (password: string) => void, reason: number) => {
      this.#answer = answer
      this.#change({ phase: reason === PasswordResponses.INCORRECT_PASSWORD ? 'wrong' : 'password' })
    }
    void this.#load()
  }

  /** Tries a password. */
  unlock(password: string): void {
    this.#change({ phase: 'loading' })
    this.#answer?.(password)
  }

  /** Shows a page, from 1; beyond the last one the last. */
  goTo(page: number): void {
    this.#viewer.currentPageNumber = Math.min(Math.max(1, page), this.#state.pages)
  }

  turn(by: 1 | -1): void {
    if (by > 0) this.#viewer.nextPage()
    else this.#viewer.previousPage()
  }

  /** Goes where a heading of the outline points. */
  follow({ target }: Heading): void {
    if (target !== null) void this.#links.goToDestination(target)
  }

  zoom(steps: 1 | -1): void {
    this.#viewer.updateScale({ steps })
  }

  /** Zooms by a factor around a point of the window, in pixels. */
  zoomAt(scaleFactor: number, origin: [x: number, y: number]): void {
    this.#viewer.updateScale({ scaleFactor, origin, drawingDelay: 400 })
  }

  fit(to: Exclude<Fit, 'free'>): void {
    this.#viewer.currentScaleValue = to
  }

  /** Looks for a text and marks it; '' ends the search. `by` is the way to go in the same search. */
  find(query: string, by: 1 | -1 | null): void {
    if (query === '') this.#change({ found: null })
    this.#bus.dispatch('find', {
      source: this,
      type: by === null ? '' : 'again',
      query,
      caseSensitive: false,
      entireWord: false,
      highlightAll: true,
      findPrevious: by === -1,
      matchDiacritics: false,
    })
  }

  destroy(): void {
    this.#isOver = true
    // Both types say it takes a document only.
    this.#viewer.setDocument(null as unknown as PDFDocumentProxy)
    this.#links.setDocument(null)
    void this.#task.destroy()
  }

  async #load(): Promise<void> {
    try {
      const pdf = await this.#task.promise
      if (this.#isOver) return
      this.#viewer.setDocument(pdf)
      this.#links.setDocument(pdf)
      this.#change({ phase: 'ready', pages: pdf.numPages })
      const outline = headingsOf(await pdf.getOutline())
      this.#change({ outline })
    } catch (error) {
      if (this.#state.phase !== 'ready')
        this.#change({ phase: error instanceof InvalidPDFException ? 'broken' : 'lost' })
    }
  }

  #listen(): void {
    const bus = this.#bus
    bus.on('pagesinit', () => {
      this.#viewer.currentScaleValue = 'page-width'
    })
    bus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => this.#change({ page: pageNumber }))
    bus.on('scalechanging', ({ scale, presetValue }: { scale: number; presetValue?: string }) =>
      this.#change({ scale, fit: presetValue === 'page-width' || presetValue === 'page-fit' ? presetValue : 'free' }),
    )
    bus.on('updatefindmatchescount', ({ matchesCount }: { matchesCount: Matches }) => this.#noteFound(matchesCount))
    bus.on('updatefindcontrolstate', ({ matchesCount, state }: { matchesCount: Matches; state: number }) =>
      this.#noteFound(matchesCount, state === FindState.PENDING),
    )
  }

  #noteFound({ current, total }: Matches, isPending = false): void {
    this.#change({ found: { current, total, isPending } })
  }

  #change(some: Partial<PdfState>): void {
    if (this.#isOver) return
    this.#state = { ...this.#state, ...some }
    this.#onState(this.#state)
  }
}

interface Matches {
  current: number
  total: number
}

function openPdf(url: string): PDFDocumentLoadingTask {
  return getDocument({
    url,
    rangeChunkSize: RANGE_BYTES,
    // Only what is looked at is fetched.
    disableAutoFetch: true,
    disableStream: true,
    // The page's policy allows no WebAssembly: the decoders are there in plain JavaScript, too.
    useWasm: false,
    disableWorkerRendering: true,
    cMapUrl: `${PDF_PARTS}cmaps/`,
    standardFontDataUrl: `${PDF_PARTS}standard_fonts/`,
    wasmUrl: `${PDF_PARTS}wasm/`,
  })
}
