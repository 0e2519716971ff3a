// Moves the focus in two dimensions, as arrows and gamepads do.

export type Direction = 'left' | 'right' | 'up' | 'down'

export type Edges = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

export const DIRECTION_OF_KEY: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

const middle = ({ left, right, top, bottom }: Edges): [x: number, y: number] => [(left + right) / 2, (top + bottom) / 2]

/** The position of the box that lies next to another one in a direction; -1 if none does. */
export function nearestIn(boxes: readonly Edges[], from: Edges, direction: Direction): number {
  const [x, y] = middle(from)
  const isAcross = direction === 'left' || direction === 'right'
  const sign = direction === 'left' || direction === 'up' ? -1 : 1
  const costs = boxes.map((box) => {
    const [atX, atY] = middle(box)
    const [along, aside] = isAcross ? [(atX - x) * sign, Math.abs(atY - y)] : [(atY - y) * sign, Math.abs(atX - x)]
    // Beside means in the same row; above and below, the row counts first, and in it what is closest.
    const isBeside = isAcross ? box.bottom > from.top && box.top < from.bottom : true
    const isOn = isAcross ? along > 0 : sign > 0 ? box.top >= from.bottom : box.bottom <= from.top
    if (!isBeside || !isOn) return Infinity
    return isAcross ? along + aside : along * 4 + aside
  })
  const least = Math.min(...costs)
  return least === Infinity ? -1 : costs.indexOf(least)
}
