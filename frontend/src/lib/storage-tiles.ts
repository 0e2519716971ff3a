// The rectangles of a storage map: as large as what they stand for, the largest first.
import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy'
import type { MapPart } from '../../../backend/contract/storage-map.ts'

type SmallPart = MapPart['parts'][number]

/** In pixels from the start and the top of the map. */
export interface PartTile<Part = SmallPart> {
  part: Part
  start: number
  top: number
  width: number
  height: number
}

/** A rectangle, and those of what it contains, which lie in it. */
export interface OuterTile extends PartTile<MapPart> {
  inner: readonly PartTile[]
}

/** Room for the name of a folder above what it contains. */
const HEAD_PX = 24
const GAP_PX = 3
const INSET_PX = 4
/** Smaller parts of a map, by share, would be a line of pixels. */
const LEAST_SHARE = 0.000_5

interface Node {
  part: MapPart | SmallPart | null
  /** What the parts that are no nodes take. */
  own: number
  nodes: Node[]
}

const leafOf = (part: SmallPart): Node => ({ part, own: part.size, nodes: [] })

function nodeOf(part: MapPart): Node {
  const nodes = part.parts.filter(({ size }) => size > 0).map(leafOf)
  const listed = nodes.reduce((sum, { own }) => sum + own, 0)
  return { part, own: Math.max(0, part.size - listed), nodes }
}

/** Lays out the parts of a folder in a rectangle of this size. */
export function tilesOf(parts: readonly MapPart[], { width, height }: { width: number; height: number }): OuterTile[] {
  const whole = parts.reduce((sum, { size }) => sum + size, 0)
  if (whole === 0 || width <= 0 || height <= 0) return []
  const nodes = parts.filter(({ size }) => size / whole >= LEAST_SHARE).map(nodeOf)
  const root = hierarchy<Node>({ part: null, own: 0, nodes }, (node) => node.nodes).sum(({ own }) => own)
  const layout = treemap<Node>()
    .tile(treemapSquarify)
    .size([width, height])
    .round(true)
    .paddingInner(({ depth }) => (depth === 0 ? GAP_PX : 1))
    .paddingTop(({ depth }) => (depth === 0 ? 0 : HEAD_PX))
    .paddingRight(({ depth }) => (depth === 0 ? 0 : INSET_PX))
    .paddingBottom(({ depth }) => (depth === 0 ? 0 : INSET_PX))
    .paddingLeft(({ depth }) => (depth === 0 ? 0 : INSET_PX))
  return (layout(root).children ?? []).map((node) => ({
    part: node.data.part as MapPart,
    ...boxOf(node),
    inner: (node.children ?? []).map((child) => ({ part: child.data.part as SmallPart, ...boxOf(child) })),
  }))
}

const boxOf = ({ x0, y0, x1, y1 }: { x0: number; y0: number; x1: number; y1: number }) => ({
  start: x0,
  top: y0,
  width: Math.max(0, x1 - x0),
  height: Math.max(0, y1 - y0),
})
