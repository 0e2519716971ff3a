// Positions in a folder that is drawn in lines: rows, tiles, or pictures in their own proportions. Only what is in view
// is rendered, so the positions of everything else are calculated. All sizes are pixels.

/** How the items of a band look. */
export type Look = 'heading' | 'row' | 'folder' | 'tile' | 'photo'

/** The start of an item in its line, and its width. */
export interface Cell {
  start: number
  width: number
}

/** Consecutive lines of the same kind. */
export interface Band {
  look: Look
  top: number
  /** The height of an item, and the distance from the top of a line to that of the next. */
  height: number
  step: number
  /** Its first item, and the number of its items. A heading has no items; its `first` is that of its section. */
  first: number
  count: number
  /** The positions in a line. The last line may have fewer items. */
  cells: readonly Cell[]
  /** The section it belongs to. */
  section: number
}

/** One line of a band. */
export interface Line {
  band: Band
  top: number
  first: number
  count: number
}

export interface Box extends Cell {
  top: number
  height: number
}

const linesOf = ({ count, cells }: Band): number => (cells.length === 0 ? 1 : Math.ceil(count / cells.length))
/** The position at which the next band may begin. */
export const endOf = (band: Band): number => band.top + linesOf(band) * band.step

/** The height of all bands. */
export const heightOfBands = (bands: readonly Band[]): number => {
  const last = bands.at(-1)
  return last === undefined ? 0 : endOf(last)
}

/** The last band that meets a condition which all bands before it meet, too; -1 if there is none. */
function lastWhere(bands: readonly Band[], holds: (band: Band) => boolean): number {
  let [low, high] = [0, bands.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const band = bands[middle]
    if (band !== undefined && holds(band)) low = middle + 1
    else high = middle
  }
  return low - 1
}

function lineOf(band: Band, line: number): Line {
  const { cells, count, first, top, step } = band
  const before = line * cells.length
  return { band, top: top + line * step, first: first + before, count: Math.min(cells.length, count - before) }
}

/** The line of an item; undefined if there is none. A heading stands before the band that begins with the same item. */
export function lineOfItem(bands: readonly Band[], index: number): Line | undefined {
  const band = bands[lastWhere(bands, ({ first }) => first <= index)]
  if (band === undefined || index < 0 || index >= band.first + band.count) return undefined
  return lineOf(band, Math.floor((index - band.first) / band.cells.length))
}

/** The position and size of an item. */
export function boxOfItem(bands: readonly Band[], index: number): Box | undefined {
  const line = lineOfItem(bands, index)
  const cell = line?.band.cells[index - line.first]
  return line && cell && { ...cell, top: line.top, height: line.band.height }
}

/** The lines between two heights, and the line of the item that is kept (-1 for none). */
export function linesInSight(
  bands: readonly Band[],
  { from, to }: { from: number; to: number },
  kept: number,
): readonly Line[] {
  const lines: Line[] = []
  for (
    let at = Math.max(
      0,
      lastWhere(bands, ({ top }) => top <= from),
    );
    at < bands.length;
    at += 1
  ) {
    const band = bands[at]
    if (band === undefined || band.top > to) break
    const first = Math.max(0, Math.floor((from - band.top) / band.step))
    const last = Math.min(linesOf(band) - 1, Math.floor((to - band.top) / band.step))
    for (let line = first; line <= last; line += 1) lines.push(lineOf(band, line))
  }
  const line = lineOfItem(bands, kept)
  if (line === undefined || lines.some(({ first, count }) => first === line.first && count > 0)) return lines
  return line.top < from ? [line, ...lines] : [...lines, line]
}

/** The item nearest to a point: in the line at that height, or in the next line with items. */
export function itemNear(bands: readonly Band[], { x, y }: { x: number; y: number }): number {
  let at = Math.max(
    0,
    lastWhere(bands, ({ top }) => top <= y),
  )
  while (bands[at]?.count === 0) at += 1
  const band = bands[at]
  if (band === undefined) return -1
  const { first, count } = lineOf(band, clamp(Math.floor((y - band.top) / band.step), linesOf(band) - 1))
  const distances = band.cells.slice(0, count).map(({ start, width }) => Math.abs(start + width / 2 - x))
  return first + distances.indexOf(Math.min(...distances))
}

const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, value))

/** The item above or below another one (`lines` 1 or -1); the same item if there is none. */
export function itemBeside(bands: readonly Band[], index: number, lines: 1 | -1): number {
  const line = lineOfItem(bands, index)
  const box = boxOfItem(bands, index)
  if (line === undefined || box === undefined) return index
  const other = lineOfItem(bands, lines > 0 ? line.first + line.count : line.first - 1)
  return other === undefined ? index : itemNear(bands, { x: box.start + box.width / 2, y: other.top })
}

/** The items that overlap a rectangle. */
export function itemsWithin(bands: readonly Band[], area: Box): number[] {
  const { start, width, top, height } = area
  return linesInSight(bands, { from: top, to: top + height }, -1).flatMap((line) =>
    line.top + line.band.height <= top
      ? []
      : Array.from({ length: line.count }, (_, at) => at).flatMap((at) => {
          const cell = line.band.cells[at]
          const isHit = cell !== undefined && cell.start < start + width && cell.start + cell.width > start
          return isHit ? [line.first + at] : []
        }),
  )
}
