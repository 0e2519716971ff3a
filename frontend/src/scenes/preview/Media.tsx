import { observer } from 'mobx-react-lite'
import type { Item } from '../../../../backend/contract/resources.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { ItemThumb } from '../files/ItemThumb.tsx'
import { Player } from './Player.tsx'
import { useSubtitles } from './useSubtitles.ts'

/** Sound or film of a person's own, with the subtitles that lie beside it. */
export const Media = observer(function Media({
  kind,
  url,
  item,
}: {
  kind: 'audio' | 'video'
  url: string
  item: Item
}) {
  const { thumbs } = useRoot()
  const tracks = useSubtitles(item)
  return (
    <Player
      kind={kind}
      url={url}
      name={item.name}
      poster={thumbs.posterOf(item)}
      tracks={tracks}
      cover={<ItemThumb item={item} size="lg" />}
    />
  )
})
