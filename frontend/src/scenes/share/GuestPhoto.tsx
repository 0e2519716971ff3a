import { Play } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { type CSSProperties, useState } from 'react'
import type { Item } from '../../../../backend/contract/resources.ts'
import { useIsSelected } from '../../rows/useIsSelected.ts'
import { GuestLink } from './address.tsx'
import { useGuest } from './useGuest.ts'

/** The aspect ratio of pictures of unknown size, and of films. */
const USUAL_SHAPE = 1.5
/** Beyond these a picture would fill a row, or be very narrow. */
const SHAPES = { least: 0.5, most: 3 }

const shapeOf = ({ resolution }: Item): number => {
  const shape = resolution ? resolution.width / resolution.height : USUAL_SHAPE
  return Math.min(SHAPES.most, Math.max(SHAPES.least, shape))
}

/** The greatest height of a line in pixels. Lines are stretched to the page (gallery.css has the usual height). */
const HIGHEST_PX = 348
/** The greatest width of a picture, for the browser's choice among its sizes. */
const widthOf = (item: Item): string => `min(100vw, ${Math.ceil(shapeOf(item) * HIGHEST_PX)}px)`

/** A picture of the gallery. It keeps its aspect ratio, and its space while it is loading. */
export const GuestPhoto = observer(function GuestPhoto({ item }: { item: Item }) {
  const { guest } = useGuest()
  const [isBroken, setBroken] = useState(false)
  const { name } = item
  const style = { '--ar': shapeOf(item) } as CSSProperties
  const isSelected = useIsSelected(guest.selection, name)
  const picture = <PhotoPicture item={item} isBroken={isBroken} onBroken={() => setBroken(true)} />
  return (
    <li style={style} className={isSelected ? 'is-selected' : ''}>
      {guest.selection.isActive ? (
        <label>
          {picture}
          <input
            type="checkbox"
            className="check tick"
            checked={isSelected}
            aria-label={name}
            onChange={() => guest.selection.toggle(name)}
          />
        </label>
      ) : (
        <GuestLink to={guest.addressOf(item)} data-name={name}>
          {picture}
        </GuestLink>
      )}
    </li>
  )
})

interface PhotoPictureProps {
  item: Item
  isBroken: boolean
  onBroken(): void
}

const PhotoPicture = observer(function PhotoPicture({ item, isBroken, onBroken }: PhotoPictureProps) {
  const { guest } = useGuest()
  const { name, type } = item
  return (
    <>
      {isBroken ? (
        <span className="broken">{name}</span>
      ) : (
        <img
          {...guest.pictures.tileOf(item, widthOf(item))}
          alt={name}
          loading="lazy"
          decoding="async"
          onError={onBroken}
        />
      )}
      {type === 'video' ? <Play className="icon play" aria-hidden="true" /> : null}
      <span className="label cut" dir="auto" aria-hidden="true">
        {name}
      </span>
    </>
  )
})
