// An item of a mosaic or a gallery.
import { observer } from 'mobx-react-lite'
import { type CSSProperties, memo } from 'react'
import { FileName } from '../../../components/FileName.tsx'
import { Thumb } from '../../../components/Thumb.tsx'
import { useTexts } from '../../../i18n/useTexts.ts'
import type { Look } from '../../../lib/bands.ts'
import { kindOf } from '../../../lib/kinds.ts'
import type { SizedPicture } from '../../../lib/pictures.ts'
import { Marks } from '../../../rows/Marks.tsx'
import { RowMenuButton } from '../../../rows/RowMenuButton.tsx'
import { SelectBox } from '../../../rows/SelectCell.tsx'
import { useRoot } from '../../../stores/useRoot.ts'
import { ItemThumb } from '../ItemThumb.tsx'
import { type ShownItemProps, sizeOf, useShownItem } from '../useShownItem.ts'

export interface TileProps extends ShownItemProps {
  look: Look
  /** Pixels from the start of its line. */
  start: number
  width: number
  height: number
}

export const Tile = observer(function Tile({ look, start, width, height, ...props }: TileProps) {
  const { t } = useTexts()
  const { item } = props
  const { isSelected, className, ...shown } = useShownItem(props)
  const { name } = item
  return (
    <div
      role="gridcell"
      className={`tile is-${look} ${className}`}
      style={{ insetInlineStart: start, width, height }}
      aria-selected={isSelected}
      {...shown.element}
    >
      <TilePicture item={item} look={look} width={width} />
      <Caption {...props} />
      <SelectBox label={t('listing.select', { name })} isSelected={isSelected} onPick={shown.onPick} className="tick" />
      <RowMenuButton label={t('listing.actionsFor', { name })} onOpen={shown.openMenu} />
    </div>
  )
})

/** Pictures that are much narrower or wider than their space are shown whole in a mosaic. */
const CROPPED = { least: 1.2, most: 2 }

const TilePicture = observer(function TilePicture({
  item,
  look,
  width,
}: Pick<TileProps, 'item' | 'look'> & { width: number }) {
  const { thumbs } = useRoot()
  const kind = kindOf(item)
  if (look === 'folder') return <ItemThumb item={item} />
  const picture = thumbs.tileOf(item, width)
  const { resolution } = item
  const shape = resolution === undefined ? CROPPED.most : resolution.width / resolution.height
  const isWhole = look === 'tile' && (shape < CROPPED.least || shape > CROPPED.most)
  return (
    <span
      className={`tile-picture ${isWhole ? 'is-whole' : ''} ${picture === null ? 'is-plain' : ''}`}
      {...(isWhole && picture !== null ? { style: groundOf(picture) } : {})}
    >
      <Thumb kind={kind} size="fill" {...picture} onBroken={thumbs.noteBroken} />
    </span>
  )
})

/** The picture itself, for a blurred ground around it. */
const groundOf = ({ src }: SizedPicture): CSSProperties => ({ '--ground': `url("${src}")` }) as CSSProperties

const Caption = memo(function Caption({ item, format }: Pick<TileProps, 'item' | 'format'>) {
  const facts = [sizeOf(item, format), format.date(item.modified)].filter((part) => part !== '')
  return (
    <div className="caption">
      <div className="names">
        <FileName name={item.name} isDir={item.isDir} />
        <Marks path={item.path} />
      </div>
      {/* Whoever reads the text alone sees no lines: the space keeps the words apart. */}{' '}
      <div className="facts num">
        {facts.map((fact, index) => (
          <span key={fact}>{index === 0 ? fact : ` · ${fact}`}</span>
        ))}
      </div>
    </div>
  )
})
