// Positions in a folder that is drawn in lines: rows, tiles, or pictures in their own proportions. Only what is in view
// is rendered, so the positions of everything else are calculated. All sizes are pixels.

/** How the items of a band look. */
export type Look = 'heading' | 'row' | 'folder' | 'tile' | 'photo'

/** The start of an item in its line, and its width. */
export interface Cell {
  start: number
  width: number
}

/** One line of a band. `top` counts from the start of the band, `first` from its first item. */
export interface Line {
  top: number
  first: number
  /** The height of its items. */
  height: number
  /** The positions of its items. */
  cells: readonly Cell[]
}

/**
 * How items are divided into lines. Lines are calculated when they are asked for: as objects, those of a long folder
 * would keep the browser's garbage collection busy.
 */
export interface Lines {
  readonly count: number
  /** The height of all, with the gap below the last one. */
  readonly height: number
  at(line: number): Line
  /** The line at a height; the first or last one outside. */
  near(height: number): number
  /** The line of an item. */
  of(item: number): number
}

/** Consecutive lines of the same kind. */
export interface Band {
  look: Look
  top: number
  /** Its first item, and the number of its items. A heading has no items; its `first` is that of its section. */
  first: number
  count: number
  lines: Lines
  /** The section it belongs to. */
  section: number
}

/** A line among all bands: `top` and `first` count from the start of the folder. */
export interface PlacedLine extends Line {
  band: Band
}

export interface Box extends Cell {
  top: number
  height: number
}

/** The position at which the next band may begin. */
export const endOf = ({ top, lines }: Band): number => top + lines.height

/** Lines of equal height with items at the same positions. A heading is such a line without items. */
export function equalLines(
  count: number,
  { height, step, cells }: Pick<Line, 'height' | 'cells'> & { step: number },
): Lines {
  const each = Math.max(1, cells.length)
  const lines = Math.max(1, Math.ceil(count / each))
  return {
    count: lines,
    height: lines * step,
    at: (line) => ({ top: line * step, first: line * each, height, cells: cells.slice(0, count - line * each) }),
    near: (y) => clamp(Math.floor(y / step), lines - 1),
    of: (item) => Math.floor(item / each),
  }
}

/** The last number below `count` for which a condition holds that holds for all before it, too; -1 if there is none. */
export function lastWhere(count: number, holds: (at: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The height of all bands. */
export const heightOfBands = (bands: readonly Band[]): number => {
  const last = bands.at(-1)
  return last === undefined ? 0 : endOf(last)
}

/** The last band that meets such a condition. */
const lastBand = (bands: readonly Band[], holds: (band: Band) => boolean): number =>
  lastWhere(bands.length, (at) => {
    const band = bands[at]
    return band !== undefined && holds(band)
  })

function lineOf(band: Band, line: number): PlacedLine {
  const { top, first, ...rest } = band.lines.at(line)
  return { ...rest, band, top: band.top + top, first: band.first + first }
}

/** The line of an item; undefined if there is none. A heading stands before the band that begins with the same item. */
export function lineOfItem(bands: readonly Band[], index: number): PlacedLine | undefined {
  const band = bands[lastBand(bands, ({ first }) => first <= index)]
  if (band === undefined || index < 0 || index >= band.first + band.count) return undefined
  return lineOf(band, band.lines.of(index - band.first))
}

/** The position and size of an item. */
export function boxOfItem(bands: readonly Band[], index: number): Box | undefined {
  const line = lineOfItem(bands, index)
  const cell = line?.cells[index - line.first]
  return line && cell && { ...cell, top: line.top, height: line.height }
}

/** The lines between two heights, and the line of the item that is kept (-1 for none). */
export function linesInSight(
  bands: readonly Band[],
  { from, to }: { from: number; to: number },
  kept: number,
): readonly PlacedLine[] {
  const found: PlacedLine[] = []
  for (
    let at = Math.max(
      0,
      lastBand(bands, ({ top }) => top <= from),
    );
    at < bands.length;
    at += 1
  ) {
    const band = bands[at]
    if (band === undefined || band.top > to) break
    if (endOf(band) <= from) continue
    const last = band.lines.near(to - band.top)
    for (let line = band.lines.near(from - band.top); line <= last; line += 1) found.push(lineOf(band, line))
  }
  const line = lineOfItem(bands, kept)
  if (line === undefined || found.some(({ first, cells }) => first === line.first && cells.length > 0)) return found
  return line.top < from ? [line, ...found] : [...found, line]
}

/** The item nearest to a point: in the line at that height, or in the next line with items. */
export function itemNear(bands: readonly Band[], { x, y }: { x: number; y: number }): number {
  let at = Math.max(
    0,
    lastBand(bands, ({ top }) => top <= y),
  )
  while (bands[at]?.count === 0) at += 1
  const band = bands[at]
  if (band === undefined) return -1
  const { first, cells } = lineOf(band, band.lines.near(y - band.top))
  const distances = cells.map(({ start, width }) => Math.abs(start + width / 2 - x))
  return first + distances.indexOf(Math.min(...distances))
}

const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, value))

/** The item above or below another one (`lines` 1 or -1); the same item if there is none. */
export function itemBeside(bands: readonly Band[], index: number, lines: 1 | -1): number {
  const line = lineOfItem(bands, index)
  const box = boxOfItem(bands, index)
  if (line === undefined || box === undefined) return index
  const other = lineOfItem(bands, lines > 0 ? line.first + line.cells.length : line.first - 1)
  return other === undefined ? index : itemNear(bands, { x: box.start + box.width / 2, y: other.top })
}

/** The items that overlap a rectangle. */
export function itemsWithin(bands: readonly Band[], area: Box): number[] {
  const { start, width, top, height } = area
  return linesInSight(bands, { from: top, to: top + height }, -1).flatMap((line) =>
    line.top + line.height <= top
      ? []
      : line.cells.flatMap((cell, at) =>
          cell.start < start + width && cell.start + cell.width > start ? [line.first + at] : [],
        ),
  )
}
