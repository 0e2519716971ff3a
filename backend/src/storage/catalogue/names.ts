// The names of all nodes, in pages of slots of one size each. A name that goes leaves its slot to the next one, nothing
// is ever moved, and a search looks through a page in one go.

const PAGE_BYTES = 65_536
/** A reference is the number of a page and that of a slot in it. */
const SLOT_BITS = 13
const SLOT_MASK = (1 << SLOT_BITS) - 1
/** The longest name (1,024 bytes) fits in its longest folded form. */
const LARGEST_SLOT = 32_768
const NO_SLOT = -1

/** Slots in steps of 8 bytes up to 128, then each a quarter larger than the one before. */
const SLOT_SIZES: readonly number[] = (() => {
  const sizes: number[] = []
  for (let size = 8; size < LARGEST_SLOT; size = size < 128 ? size + 8 : Math.ceil(size / 32) * 40) sizes.push(size)
  return [...sizes, LARGEST_SLOT]
})()

interface Page {
  kind: number
  slotSize: number
  bytes: Buffer
  /** For each slot its owner; for a free slot the next free one, as `-2 - slot`, or -1. */
  owners: Int32Array
  /** For each slot two lengths: of the name, and of its folded form behind it (0 where that is the same). */
  lengths: Uint16Array
  firstFree: number
  taken: number
}

const kindFor = (length: number): number => {
  if (length <= 128) return Math.max(0, Math.ceil(length / 8) - 1)
  const kind = SLOT_SIZES.findIndex((size) => size >= length)
  if (kind < 0) throw new RangeError('a name is longer than any key')
  return kind
}

export class Names {
  readonly #pages: (Page | null)[] = []
  readonly #freePages: number[] = []
  /** For each slot size, the pages that have room. */
  readonly #withRoom: number[][] = SLOT_SIZES.map(() => [])
  #bytes = 0

  /** Bytes of memory that the pages take. */
  get bytes(): number {
    return this.#bytes
  }

  get pageCount(): number {
    return this.#pages.length
  }

  /** Keeps a name for its owner. `folded` is empty where it is the name itself. Answers where it lies. */
  add(owner: number, name: Buffer, folded: Buffer): number {
    const kind = kindFor(name.length + folded.length)
    const room = this.#withRoom[kind] ?? []
    const number = room.at(-1) ?? this.#open(kind)
    const page = this.#page(number)
    const slot = page.firstFree
    page.firstFree = -2 - (page.owners[slot] ?? NO_SLOT)
    page.owners[slot] = owner
    page.taken += 1
    if (page.firstFree < 0) room.pop()
    const at = slot * page.slotSize
    name.copy(page.bytes, at)
    folded.copy(page.bytes, at + name.length)
    page.lengths[slot * 2] = name.length
    page.lengths[slot * 2 + 1] = folded.length
    return (number << SLOT_BITS) | slot
  }

  remove(reference: number): void {
    const number = reference >>> SLOT_BITS
    const page = this.#page(number)
    const slot = reference & SLOT_MASK
    const room = this.#withRoom[page.kind] ?? []
    if (page.firstFree < 0) room.push(number)
    page.owners[slot] = -2 - page.firstFree
    page.firstFree = slot
    page.taken -= 1
    if (page.taken > 0) return
    room.splice(room.indexOf(number), 1)
    this.#pages[number] = null
    this.#freePages.push(number)
    this.#bytes -= sizeOf(page)
  }

  textOf(reference: number): string {
    const page = this.#page(reference >>> SLOT_BITS)
    const slot = reference & SLOT_MASK
    const at = slot * page.slotSize
    return page.bytes.toString('utf8', at, at + (page.lengths[slot * 2] ?? 0))
  }

  /** Whether the name that lies there has exactly these bytes. */
  is(reference: number, name: Buffer): boolean {
    const page = this.#page(reference >>> SLOT_BITS)
    const slot = reference & SLOT_MASK
    const at = slot * page.slotSize
    return (
      page.lengths[slot * 2] === name.length && page.bytes.compare(name, 0, name.length, at, at + name.length) === 0
    )
  }

  /** The owners of all names on one page whose folded form holds one of the terms (folded, none of them empty). */
  search(number: number, terms: readonly Buffer[]): Set<number> {
    const found = new Set<number>()
    const page = this.#pages[number]
    if (page) for (const term of terms) searchPage(page, term, found)
    return found
  }

  #page(number: number): Page {
    const page = this.#pages[number]
    if (!page) throw new RangeError('there is no such page of names')
    return page
  }

  #open(kind: number): number {
    const slotSize = SLOT_SIZES[kind] ?? LARGEST_SLOT
    const slots = Math.floor(PAGE_BYTES / slotSize)
    const owners = new Int32Array(slots)
    for (let slot = 0; slot < slots; slot += 1) owners[slot] = slot + 1 < slots ? -3 - slot : -1
    const page: Page = {
      kind,
      slotSize,
      bytes: Buffer.alloc(slots * slotSize),
      owners,
      lengths: new Uint16Array(slots * 2),
      firstFree: 0,
      taken: 0,
    }
    const number = this.#freePages.pop() ?? this.#pages.length
    this.#pages[number] = page
    this.#withRoom[kind]?.push(number)
    this.#bytes += sizeOf(page)
    return number
  }
}

const sizeOf = ({ bytes, owners, lengths }: Page): number => bytes.length + owners.byteLength + lengths.byteLength

function searchPage({ bytes, slotSize, owners, lengths }: Page, term: Buffer, found: Set<number>): void {
  for (let at = bytes.indexOf(term); at >= 0;) {
    const slot = Math.floor(at / slotSize)
    const start = slot * slotSize
    const [nameLength = 0, foldedLength = 0] = [lengths[slot * 2], lengths[slot * 2 + 1]]
    const [from, to] =
      foldedLength > 0 ? [start + nameLength, start + nameLength + foldedLength] : [start, start + nameLength]
    const owner = owners[slot] ?? NO_SLOT
    // Hits in the remains of a name that is gone, and hits that reach from one slot into the next, do not count.
    const isHit = owner >= 0 && at >= from && at + term.length <= to
    if (isHit) found.add(owner)
    at = bytes.indexOf(term, isHit ? start + slotSize : at + 1)
  }
}
