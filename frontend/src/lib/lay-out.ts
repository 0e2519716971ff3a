// The positions of a folder's items in each of its views.
import type { Item } from '../../../backend/contract/resources.ts'
import { type Band, type Cell, endOf } from './bands.ts'
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
    this.#push({ look: 'heading', height: HEADING_PX, step: HEADING_PX, first, count: 0, cells: [] })
  }

  items(
    look: Band['look'],
    { first, count }: { first: number; count: number },
    { height, step, cells }: Pick<Band, 'height' | 'step' | 'cells'>,
  ): void {
    if (count > 0) this.#push({ look, first, count, height, step, cells })
  }

  air(pixels: number): void {
    this.#top += pixels
  }

  #push(band: Omit<Band, 'top' | 'section'>): void {
    const placed = { ...band, top: this.#top, section: this.#section }
    this.bands.push(placed)
    this.#top = endOf(placed)
  }
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
  const lines = { height: rowHeight, step: rowHeight, cells: [{ start: 0, width }] }
  sections.forEach(({ key, first, count }, at) => {
    if (key !== '') stack.heading(at, first)
    stack.items('row', { first, count }, lines)
  })
  return stack.bands
}

/** Adds the bands for the files of a section. */
type PlaceFiles = (stack: Stack, run: { first: number; count: number }) => void

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
    stack.items('folder', { first, count: folders }, { height, step: height + gap, cells: cards })
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
    placeFiles: (stack, run) => stack.items('tile', run, { height, step: height + gap, cells }),
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
export function shapeOf({ resolution, type }: Pick<Item, 'resolution' | 'type'>): number {
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
    placeFiles: (stack, { first, count }) => {
      for (const line of justifiedLines(items.slice(first, first + count).map(shapeOf), { width, height, gap }))
        stack.items('photo', { first: first + line.first, count: line.cells.length }, line)
    },
  })
}

interface JustifiedLine extends Pick<Band, 'height' | 'step' | 'cells'> {
  first: number
}

/**
 * Breaks pictures into lines that are as wide as the page and about as high as wished. The last line is never higher.
 */
function justifiedLines(
  shapes: readonly number[],
  { width, height, gap }: { width: number; height: number; gap: number },
): JustifiedLine[] {
  const lines: JustifiedLine[] = []
  let [first, sum] = [0, 0]
  const close = (end: number, isLast: boolean) => {
    const room = width - gap * (end - first - 1)
    const high = isLast ? Math.min(height, room / sum) : room / sum
    let start = 0
    const cells = shapes.slice(first, end).map((shape) => {
      const cell = { start, width: shape * high }
      start += cell.width + gap
      return cell
    })
    lines.push({ first, height: high, step: high + gap, cells })
    first = end
    sum = 0
  }
  shapes.forEach((shape, index) => {
    // The line ends here if its height is closer to the wish without the next picture.
    const without = (width - gap * (index - first - 1)) / sum
    const withIt = (width - gap * (index - first)) / (sum + shape)
    if (sum > 0 && without <= 1.5 * height && Math.abs(without - height) < Math.abs(height - withIt))
      close(index, false)
    sum += shape
  })
  if (first < shapes.length) close(shapes.length, true)
  return lines
}
