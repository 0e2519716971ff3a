// Numbers and bytes of a million nodes, in one array for each kind: an object for each node would take ten times as
// much.

const SHIFT = 16
const ROWS = 1 << SHIFT
const MASK = ROWS - 1

type Cells = Int32Array | Float64Array | Uint8Array

/** One number for each node. It grows by pieces, so that nothing is copied; unset numbers are 0. */
class Column {
  readonly #make: () => Cells
  readonly #pieces: Cells[] = []

  constructor(make: () => Cells) {
    this.#make = make
  }

  get(row: number): number {
    return this.#pieces[row >>> SHIFT]?.[row & MASK] ?? 0
  }

  set(row: number, value: number): void {
    const piece = (this.#pieces[row >>> SHIFT] ??= this.#make())
    piece[row & MASK] = value
  }

  get bytes(): number {
    return this.#pieces.reduce((sum, piece) => sum + piece.byteLength, 0)
  }
}

export type NumberColumn = Pick<Column, 'get' | 'set' | 'bytes'>

/** 32-bit integers. */
export const integers = (): NumberColumn => new Column(() => new Int32Array(ROWS))
/** 64-bit floats, for sizes and times. */
export const doubles = (): NumberColumn => new Column(() => new Float64Array(ROWS))
/** Bytes, for small marks. */
export const marks = (): NumberColumn => new Column(() => new Uint8Array(ROWS))

/** A fixed number of bytes for each node. */
export class BytesColumn {
  readonly #width: number
  readonly #pieces: Buffer[] = []

  constructor(width: number) {
    this.#width = width
  }

  set(row: number, value: Buffer): void {
    const piece = (this.#pieces[row >>> SHIFT] ??= Buffer.alloc(ROWS * this.#width))
    value.copy(piece, (row & MASK) * this.#width, 0, this.#width)
  }

  hex(row: number): string {
    const at = (row & MASK) * this.#width
    return this.#pieces[row >>> SHIFT]?.toString('hex', at, at + this.#width) ?? ''
  }

  get bytes(): number {
    return this.#pieces.length * ROWS * this.#width
  }
}
