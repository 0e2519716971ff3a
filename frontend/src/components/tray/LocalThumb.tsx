import { useEffect, useMemo, useState } from 'react'
import type { Kind } from '../../lib/kinds.ts'
import { Thumb } from '../Thumb.tsx'

/** Larger pictures would have to be decoded in full for a tile of 40 pixels. */
const PICTURE_MAX_BYTES = 12 * 1024 * 1024

/** The tile of a file on the person's own disk: the picture itself if it is one. */
export function LocalThumb({ file, kind }: { file: File | null; kind: Kind }) {
  const [isBroken, setBroken] = useState(false)
  const isPicture = kind === 'image' && file !== null && file.size <= PICTURE_MAX_BYTES && !isBroken
  const url = useMemo(() => (isPicture && file ? URL.createObjectURL(file) : null), [isPicture, file])
  useEffect(
    () => () => {
      if (url) URL.revokeObjectURL(url)
    },
    [url],
  )
  if (url === null) return <Thumb kind={kind} size="md" />
  return (
    <span className="thumb md">
      <img src={url} alt="" onError={() => setBroken(true)} />
    </span>
  )
}
