import { useState } from 'react'
import type { Item } from '../../../../backend/contract/resources.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** Where the server makes no smaller picture, only what is small is fetched whole. */
const COVER_MAX_BYTES = 12 * 1024 * 1024

export function Cover({ item }: { item: Item }) {
  const { thumbs } = useRoot()
  const [isBroken, setBroken] = useState(false)
  const { big, original } = thumbs.sourcesOf(item)
  if (isBroken || (big === null && item.size > COVER_MAX_BYTES)) return null
  return <img className="cover" src={big ?? original} alt="" onError={() => setBroken(true)} />
}
