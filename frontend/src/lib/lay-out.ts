// The positions of a folder's items in each of its views.
import type { Item } from '../../../backend/contract/resources.ts'
import { type Band, type Cell, endOf, equalLines, lastWhere, type Lines } from './bands.ts'
import type { Section } from './group-items.ts'

/** The sizes that a layout depends on. */
export interface Measures {
  /** The width of a line. */
  width: number
  /** The minimum width of a tile. Pictures of a gallery are so high that they take about the same space. */
  tile: number
  isPhone: boolean
  /** The height of a row in the list. */
  rowHeight: number
}

const HEADING_PX = 48
/** The height of a folder. It is a short card, because it has no picture. */
const FOLDER_PX = { desk: 64, phone: 60 }
/** The height of the name and facts below the picture of a tile. */
const CAPTION_PX = { desk: 58, phone: 54 }
const GAPS_PX = { desk: { mosaic: 16, gallery: 6 }, phone: { mosaic: 12, gallery: 2 } }
/** The space between folders and files. */
const AIR_PX = 24
/** The proportions of a tile's picture: 3 to 2. */
const PICTURE_SHAPE = 1.5
/** How much smaller tiles are on a phone. */
const PHONE_SCALE = 160 / 280
/** The height of a gallery's pictures in proportion to the width of a tile. */
const PHOTO_SCALE = 208 / 280

/** Stacks bands on top of each other. */
class Stack {
  readonly bands: Band[] = []
  #top = 0
  #section = 0

  heading(section: number, first: number): void {
    this.#section = section
    this.#push('heading', { first, count: 0 }, equalLines(0, { height: HEADING_PX, step: HEADING_PX, cells: [] }))
  }

  items(look: Band['look'], run: Run, lines: Lines): void {
    if (run.count > 0) this.#push(look, run, lines)
  }

  air(pixels: number): void {
    this.#top += pixels
  }

  #push(look: Band['look'], { first, count }: Run, lines: Lines): void {
    const placed = { look, first, count, lines, top: this.#top, section: this.#section }
    this.bands.push(placed)
    this.#top = endOf(placed)
  }
}

/** Consecutive items. */
interface Run {
  first: number
  count: number
}

/** Positions of equal width in a line, as many as fit. */
function equalCells(width: number, least: number, gap: number): Cell[] {
  const count = Math.max(1, Math.floor((width + gap) / (least + gap)))
  const each = (width - gap * (count - 1)) / count
  return Array.from({ length: count }, (_, at) => ({ start: at * (each + gap), width: each }))
}

/** The list: one item per line. */
export function listBands(sections: readonly Section[], { width, rowHeight }: Measures): readonly Band[] {
  const stack = new Stack()
  const line = { height: rowHeight, step: rowHeight, cells: [{ start: 0, width }] }
  sections.forEach(({ key, first, count }, at) => {
    if (key !== '') stack.heading(at, first)
    stack.items('row', { first, count }, equalLines(count, line))
  })
  return stack.bands
}

/** Adds the bands for the files of a section. */
type PlaceFiles = (stack: Stack, run: Run) => void

/** The bands of tiles: folders as short cards, if they come first, then the files. */
function tiledBands(
  items: readonly Item[],
  sections: readonly Section[],
  { gap, cards, height, placeFiles }: { gap: number; cards: Cell[]; height: number; placeFiles: PlaceFiles },
): readonly Band[] {
  const stack = new Stack()
  sections.forEach(({ key, first, count }, at) => {
    if (key !== '') stack.heading(at, first)
    let folders = 0
    while (folders < count && items[first + folders]?.isDir === true) folders += 1
    stack.items('folder', { first, count: folders }, equalLines(folders, { height, step: height + gap, cells: cards }))
    if (folders > 0 && folders < count) stack.air(AIR_PX - gap)
    placeFiles(stack, { first: first + folders, count: count - folders })
  })
  return stack.bands
}

/** The mosaic: tiles of one size. */
export function mosaicBands(items: readonly Item[], sections: readonly Section[], measures: Measures): readonly Band[] {
  const { width, isPhone } = measures
  const form = isPhone ? 'phone' : 'desk'
  const gap = GAPS_PX[form].mosaic
  const least = Math.min(width, isPhone ? measures.tile * PHONE_SCALE : measures.tile)
  const cells = equalCells(width, least, gap)
  const height = Math.round((cells[0]?.width ?? least) / PICTURE_SHAPE) + CAPTION_PX[form]
  return tiledBands(items, sections, {
    gap,
    cards: folderCells(measures, gap),
    height: FOLDER_PX[form],
    placeFiles: (stack, run) => stack.items('tile', run, equalLines(run.count, { height, step: height + gap, cells })),
  })
}

const folderCells = ({ width, isPhone }: Measures, gap: number): Cell[] =>
  equalCells(width, Math.min(width, isPhone ? 160 : 240), gap)

/** The proportions of films, of other files, and of pictures of unknown size. */
const USUAL_SHAPE = 1.5
const PLAIN_SHAPE = 1
/** Limits for extreme proportions, which would fill a line or be as thin as a thread. */
const SHAPES = { least: 0.5, most: 3 }

/** The proportions, width to height, in which a gallery shows an item. */
export function shapeOf({ resolution, type }: Partial<Pick<Item, 'resolution' | 'type'>>): number {
  if (resolution !== undefined)
    return Math.min(SHAPES.most, Math.max(SHAPES.least, resolution.width / resolution.height))
  return type === 'image' || type === 'video' ? USUAL_SHAPE : PLAIN_SHAPE
}

/** The gallery: lines of pictures that keep their proportions and fill the width. */
export function galleryBands(
  items: readonly Item[],
  sections: readonly Section[],
  measures: Measures,
): readonly Band[] {
  const { width, isPhone } = measures
  const form = isPhone ? 'phone' : 'desk'
  const gap = GAPS_PX[form].gallery
  const height = measures.tile * PHOTO_SCALE * (isPhone ? PHONE_SCALE : 1)
  const cardGap = GAPS_PX[form].mosaic
  return tiledBands(items, sections, {
    gap: cardGap,
    cards: folderCells(measures, cardGap),
    height: FOLDER_PX[form],
    placeFiles: (stack, run) => stack.items('photo', run, justifiedLines(items, run, { width, height, gap })),
  })
}

/** The sizes of a gallery's lines. */
interface Justified {
  width: number
  /** The wished height. */
  height: number
  gap: number
}

/**
 * Breaks pictures into lines that are as wide as the page and about as high as wished. The last line is never higher.
 */
function justifiedLines(items: readonly Item[], run: Run, sizes: Justified): Lines {
  const { gap } = sizes
  const shape = (at: number) => shapeOf(items[run.first + at] ?? {})
  const { firsts, tops, count } = breakLines(run.count, shape, sizes)
  const topOf = (line: number) => tops[line] ?? 0
  return {
    count,
    height: topOf(count),
    at(line) {
      const [first = 0, end = 0] = firsts.subarray(line, line + 2)
      const height = topOf(line + 1) - topOf(line) - gap
      const cells: Cell[] = []
      for (let [at, start] = [first, 0]; at < end; at += 1) {
        const cell = { start, width: shape(at) * height }
        cells.push(cell)
        start += cell.width + gap
      }
      return { top: topOf(line), first, height, cells }
    },
    near: (y) =>
      Math.min(
        count - 1,
        Math.max(
          0,
          lastWhere(count, (line) => topOf(line) <= y),
        ),
      ),
    of: (item) => lastWhere(count, (line) => (firsts[line] ?? 0) <= item),
  }
}

/** The first picture and the top of each line, and what would be the next ones after the last line. */
function breakLines(length: number, shapeAt: (at: number) => number, { width, height, gap }: Justified) {
  const firsts = new Uint32Array(length + 1)
  const tops = new Float64Array(length + 1)
  let [count, first, sum] = [0, 0, 0]
  const close = (end: number, isLast: boolean) => {
    const high = (width - gap * (end - first - 1)) / sum
    tops[count + 1] = (tops[count] ?? 0) + (isLast ? Math.min(height, high) : high) + gap
    firsts[count + 1] = end
    count += 1
    first = end
    sum = 0
  }
  for (let index = 0; index < length; index += 1) {
    const shape = shapeAt(index)
    // The line ends here if its height is closer to the wish without the next picture.
    const without = (width - gap * (index - first - 1)) / sum
    const withIt = (width - gap * (index - first)) / (sum + shape)
    if (sum > 0 && without <= 1.5 * height && Math.abs(without - height) < Math.abs(height - withIt))
      close(index, false)
    sum += shape
  }
  if (first < length) close(length, true)
  return { firsts: firsts.slice(0, count + 1), tops: tops.slice(0, count + 1), count }
}
