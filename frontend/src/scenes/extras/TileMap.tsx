import { type CSSProperties, useMemo, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { MapPart } from '../../../../backend/contract/storage-map.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { kindOfName } from '../../lib/kind-of-name.ts'
import { childOf } from '../../lib/paths.ts'
import { type OuterTile, type PartTile, tilesOf } from '../../lib/storage-tiles.ts'
import { itemUrl } from '../../lib/item-paths.ts'
import { storageMapUrl } from './urls.ts'
import { useBox } from './useBox.ts'

/** A tile that is smaller has no room for a name. */
const NAME_WIDTH_PX = 56
const NAME_HEIGHT_PX = 20

export interface TileMapProps {
  folder: string
  parts: readonly MapPart[]
}

/** Where a part of a folder leads: a folder to its own map. */
export const partUrl = (folder: string, { name, isDir }: { name: string; isDir: boolean }): string => {
  const path = childOf(folder, name)
  return isDir ? storageMapUrl(path) : itemUrl({ path, isDir })
}

const placeOf = ({ part, start, top, width, height }: PartTile): CSSProperties =>
  ({
    insetInlineStart: start,
    top,
    width,
    height,
    '--k': `var(--kind-${kindOfName(part.name, part.isDir)}, var(--text-3))`,
  }) as CSSProperties

const hasRoom = ({ width, height }: PartTile): boolean => width >= NAME_WIDTH_PX && height >= NAME_HEIGHT_PX

/**
 * The map for the mouse and for touch. Keys and screen readers have the list below it, which says the same, so the map
 * is hidden from them.
 */
export function TileMap({ folder, parts }: TileMapProps) {
  const element = useRef<HTMLDivElement>(null)
  const box = useBox(element)
  const tiles = useMemo(() => tilesOf(parts, box), [parts, box])
  return (
    <div ref={element} className="tile-map" aria-hidden="true">
      {tiles.map((tile) => (
        <OuterTileLink key={`${tile.part.name}/${tile.part.isDir}`} tile={tile} folder={folder} />
      ))}
    </div>
  )
}

function OuterTileLink({ tile, folder }: { tile: OuterTile; folder: string }) {
  const format = useFormat()
  const { part, inner, start, top } = tile
  return (
    <Link
      className="map-tile"
      style={placeOf(tile)}
      to={partUrl(folder, part)}
      tabIndex={-1}
      title={`${part.name} · ${format.size(part.size)}`}
      draggable={false}
    >
      {hasRoom(tile) ? <TileName name={part.name} size={format.size(part.size)} /> : null}
      {inner.map((each) => (
        <span
          key={`${each.part.name}/${each.part.isDir}`}
          className="inner-tile"
          style={placeOf({ ...each, start: each.start - start, top: each.top - top })}
        >
          {hasRoom(each) ? <bdi className="cut">{each.part.name}</bdi> : null}
        </span>
      ))}
    </Link>
  )
}

function TileName({ name, size }: { name: string; size: string }) {
  return (
    <span className="tile-words">
      <bdi className="cut">{name}</bdi>
      <span className="small">{size}</span>
    </span>
  )
}
