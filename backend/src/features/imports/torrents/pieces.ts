// Which pieces of a torrent are there, and what that means for its files.
import type { Metainfo, TorrentFile } from './metainfo.ts'

type Layout = Pick<Metainfo, 'files' | 'pieceLength' | 'total'>

/** The numbers of the first and the last one. */
export interface PieceRange {
  first: number
  last: number
}

/** The pieces of a file that is not empty. */
const piecesOf = ({ offset, size }: TorrentFile, pieceLength: number): PieceRange => ({
  first: Math.floor(offset / pieceLength),
  last: Math.floor((offset + size - 1) / pieceLength),
})

/** The numbers of the files with bytes in a piece. Empty ones among them do not matter. */
export function filesOfPiece({ files, pieceLength }: Layout, piece: number): number[] {
  const [start, end] = [piece * pieceLength, (piece + 1) * pieceLength]
  const found: number[] = []
  for (let number = lastAt(files, start); number < files.length; number += 1) {
    const file = files[number]
    if (!file || file.offset >= end) break
    if (file.size > 0 && file.offset + file.size > start) found.push(number)
  }
  return found
}

/** The number of the last file that begins at or before a byte and is not empty. */
function lastAt(files: readonly TorrentFile[], byte: number): number {
  let [low, high] = [0, files.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((files[middle]?.offset ?? 0) <= byte) low = middle
    else high = middle - 1
  }
  // Empty files begin where the next one does.
  while (low > 0 && files[low]?.size === 0) low -= 1
  return low
}

/** The pieces of some files in the order of the files, as few ranges as that takes. */
export function rangesOf({ files, pieceLength }: Layout, numbers: readonly number[]): PieceRange[] {
  const ranges: PieceRange[] = []
  for (const number of numbers) {
    const file = files[number]
    if (!file || file.size === 0) continue
    const range = piecesOf(file, pieceLength)
    const before = ranges.at(-1)
    if (before && range.first >= before.first && range.first <= before.last + 1)
      before.last = Math.max(before.last, range.last)
    else ranges.push(range)
  }
  return ranges
}

/** What has come of the files that are wanted. */
export class Pieces {
  readonly #layout: Layout
  readonly #wanted: ReadonlySet<number>
  readonly #has: Uint8Array
  /** Pieces that a file lacks. */
  readonly #lacking = new Map<number, number>()
  /** Pieces at the beginning of a file that are there, one after another. */
  readonly #ahead = new Map<number, number>()
  #bytes = 0

  /** @param wanted numbers of files that are not stored yet */
  constructor(layout: Layout, wanted: readonly number[]) {
    this.#layout = layout
    this.#wanted = new Set(wanted)
    this.#has = new Uint8Array(Math.ceil(layout.total / layout.pieceLength))
    for (const number of wanted) {
      const { first, last } = piecesOf(this.#file(number), layout.pieceLength)
      this.#lacking.set(number, this.#file(number).size === 0 ? 0 : last - first + 1)
    }
  }

  /** Bytes of the wanted files that are there. */
  get bytes(): number {
    return this.#bytes
  }

  /** Enters a piece that was verified. Returns the numbers of the wanted files that have grown. */
  add(piece: number): number[] {
    if (this.#has[piece] !== 0) return []
    this.#has[piece] = 1
    const grown = filesOfPiece(this.#layout, piece).filter((number) => this.#wanted.has(number))
    for (const number of grown) {
      this.#bytes += this.#bytesIn(piece, this.#file(number))
      this.#lacking.set(number, (this.#lacking.get(number) ?? 0) - 1)
    }
    return grown
  }

  isWhole(number: number): boolean {
    return this.#lacking.get(number) === 0
  }

  /** About how many bytes of a file are there: whole pieces. */
  bytesOf(number: number): number {
    const { size } = this.#file(number)
    return Math.max(0, size - (this.#lacking.get(number) ?? 0) * this.#layout.pieceLength)
  }

  /** Bytes of a file that are there from its beginning on. */
  readyOf(number: number): number {
    const file = this.#file(number)
    if (file.size === 0) return 0
    const { pieceLength } = this.#layout
    const { first, last } = piecesOf(file, pieceLength)
    let ahead = this.#ahead.get(number) ?? 0
    while (first + ahead <= last && this.#has[first + ahead] === 1) ahead += 1
    this.#ahead.set(number, ahead)
    return ahead === 0 ? 0 : Math.min(file.size, (first + ahead) * pieceLength - file.offset)
  }

  #bytesIn(piece: number, { offset, size }: TorrentFile): number {
    const start = piece * this.#layout.pieceLength
    return Math.min(start + this.#layout.pieceLength, offset + size) - Math.max(start, offset)
  }

  #file(number: number): TorrentFile {
    const file = this.#layout.files[number]
    if (!file) throw new Error(`a torrent has no file ${number}`)
    return file
  }
}
