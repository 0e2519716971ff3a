import { useState } from 'react'
import type { Item } from '../../../../backend/contract/resources.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** Where the server makes no smaller picture, only what is small is fetched whole. */
const COVER_MAX_BYTES = 12 * 1024 * 1024
/** The panel is no wider; on a phone the picture fills it. */
const COVER_WIDTH = '(max-width: 736px) 100vw, 24rem'

export function Cover({ item }: { item: Item }) {
  const { thumbs } = useRoot()
  const [isBroken, setBroken] = useState(false)
  const { big, original } = thumbs.sourcesOf(item)
  if (isBroken || (big === null && item.size > COVER_MAX_BYTES)) return null
  const picture = big ? { ...big, sizes: COVER_WIDTH } : { src: original }
  return <img className="cover" {...picture} alt="" onError={() => setBroken(true)} />
}
