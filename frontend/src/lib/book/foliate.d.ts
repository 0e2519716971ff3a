// The parts of foliate-js that are used; it has no types of its own.
declare module 'foliate-js/view.js' {
  export class View extends HTMLElement {
    readonly book: Book
    readonly renderer: HTMLElement & { setStyles?(css: string): void; getContents(): readonly unknown[] }
    open(book: Book): Promise<void>
    init(options: { lastLocation: string | null }): Promise<void>
    close(): void
    goTo(target: string | number): Promise<unknown>
    goLeft(): Promise<void>
    goRight(): Promise<void>
    prev(): Promise<void>
    next(): Promise<void>
  }
  export interface TocEntry {
    label?: string
    href?: string | null
    subitems?: TocEntry[] | null
  }
  /** A text, or the same text in some languages by their names. */
  export type Translated = string | Readonly<Record<string, string>>
  export type Contributor = string | { name?: Translated | null }
  export interface Book {
    sections: readonly unknown[]
    toc?: TocEntry[] | null
    metadata?: { title?: Translated | null; author?: Contributor | readonly Contributor[] }
    transformTarget?: EventTarget
    destroy(): void
  }
}
declare module 'foliate-js/epub.js' {
  import type { Book } from 'foliate-js/view.js'
  export interface BookFiles {
    loadText(name: string): Promise<string | null>
    loadBlob(name: string, type?: string): Promise<Blob | null>
    getSize(name: string): number
  }
  export class EPUB {
    constructor(files: BookFiles)
    init(): Promise<Book>
  }
}
declare module 'foliate-js/vendor/zip.js' {
  export interface Entry {
    filename: string
    uncompressedSize: number
    encrypted: boolean
    getData(writer: WritableStream<Uint8Array<ArrayBuffer>>): Promise<unknown>
  }
  export const BlobReader: new (blob: Blob) => object
  export class ZipReader {
    constructor(reader: object)
    getEntries(): Promise<Entry[]>
  }
  export function configure(options: { useWebWorkers: boolean }): void
}
