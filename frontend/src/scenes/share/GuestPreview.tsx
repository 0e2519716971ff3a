import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { Item } from '../../../../backend/contract/resources.ts'
import { Thumb } from '../../components/Thumb.tsx'
import { kindOf } from '../../lib/kinds.ts'
import { guestPart } from './guest-part.tsx'
import type { GuestShownProps } from './GuestShown.tsx'
import { useGuest } from './useGuest.ts'

const GuestShown = guestPart<GuestShownProps>(async () => (await import('./GuestShown.tsx')).GuestShown)

/** A shared file on its card: a picture, a player or a text, or its tile. */
export const GuestPreview = observer(function GuestPreview({ item }: { item: Item }) {
  const { guest } = useGuest()
  const { type } = item
  if (type === 'image') return <CardPicture key={item.path} item={item} />
  if (type === 'audio' || type === 'video' || type === 'text') return <GuestShown item={item} isCard />
  return <Thumb kind={kindOf(item)} size="lg" src={guest.pictures.thumbOf(item)} />
})

/** The whole picture, as large as the card; its tile if it cannot be shown. */
const CardPicture = observer(function CardPicture({ item }: { item: Item }) {
  const { guest } = useGuest()
  const [isBroken, setBroken] = useState(false)
  const { big, original } = guest.pictures.sourcesOf(item)
  const { width, height } = item.resolution ?? {}
  if (isBroken) return <Thumb kind="image" size="lg" />
  const picture = big ?? { src: original }
  return <img {...picture} alt={item.name} width={width} height={height} onError={() => setBroken(true)} />
})
