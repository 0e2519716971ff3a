import { Users } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { Item } from '../../../../backend/contract/resources.ts'
import { Thumb } from '../../components/Thumb.tsx'
import { kindOf } from '../../lib/kinds.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** The tile of a file or folder, with its preview if the server makes one. */
export const ItemThumb = observer(function ItemThumb({ item, size }: { item: Item; size?: 'md' | 'lg' }) {
  const root = useRoot()
  const { thumbs } = root
  return (
    <Thumb
      kind={kindOf(item)}
      emblem={root.isMount(item.path) ? Users : undefined}
      src={thumbs.urlOf(item)}
      onBroken={thumbs.noteBroken}
      {...(size === undefined ? {} : { size })}
    />
  )
})
