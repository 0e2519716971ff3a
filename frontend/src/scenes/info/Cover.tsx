import { useState } from 'react'
import type { Item } from '../../../../backend/contract/resources.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** If the server makes no preview, only small files are fetched in full. */
const COVER_MAX_BYTES = 12 * 1024 * 1024
/** The panel is no wider than this; on a phone the picture fills the screen's width. */
const COVER_WIDTH = '(max-width: 736px) 100vw, 24rem'

export function Cover({ item }: { item: Item }) {
  const { thumbs } = useRoot()
  const [isBroken, setBroken] = useState(false)
  const { big, original } = thumbs.sourcesOf(item)
  if (isBroken || (big === null && item.size > COVER_MAX_BYTES)) return null
  const picture = big ? { ...big, sizes: COVER_WIDTH } : { src: original }
  return <img className="cover" {...picture} alt="" onError={() => setBroken(true)} />
}
