// Two items that want the same name, side by side: picture, size, date, and which is larger and newer.
import { useState } from 'react'
import type { Kind } from '../../lib/kinds.ts'
import { kindOfName } from '../../lib/kind-of-name.ts'
import { Thumb } from '../Thumb.tsx'

export interface SideProps {
  title: string
  name: string
  size: number
  /** RFC 3339. */
  modified: string
  isDir: boolean
  /** The picture's address if the item is one. */
  picture: string | null
}

export interface ConflictSidesProps {
  incoming: SideProps
  present: SideProps
  words: { larger: string; newer: string; folder: string }
  formatSize(bytes: number): string
  formatDate(iso: string): string
}

export function ConflictSides({ incoming, present, ...rest }: ConflictSidesProps) {
  return (
    <div className="sides">
      <Side key={incoming.name} side={incoming} other={present} {...rest} />
      <Side key={`present ${present.name}`} side={present} other={incoming} {...rest} />
    </div>
  )
}

interface OneSideProps extends Omit<ConflictSidesProps, 'incoming' | 'present'> {
  side: SideProps
  other: SideProps
}

function Side({ side, other, words, formatSize, formatDate }: OneSideProps) {
  const kind = kindOfName(side.name, side.isDir)
  const date = formatDate(side.modified)
  const isLarger = !side.isDir && !other.isDir && side.size > other.size
  const isNewer = !side.isDir && !other.isDir && Date.parse(side.modified) > Date.parse(other.modified)
  return (
    <div className="side">
      <Cover kind={kind} picture={side.picture} />
      <span className="who">{side.title}</span>
      <span className="small num">
        {side.isDir ? words.folder : formatSize(side.size)}
        {isLarger ? <span className="newer"> · {words.larger}</span> : null}
      </span>
      <span className="small num">
        {date === '' ? '\u00a0' : date}
        {isNewer ? <span className="newer"> · {words.newer}</span> : null}
      </span>
    </div>
  )
}

/** The picture itself, or the tile of its kind if the browser can show no picture. */
function Cover({ kind, picture }: { kind: Kind; picture: string | null }) {
  const [isBroken, setBroken] = useState(false)
  if (kind !== 'image' || picture === null || isBroken) {
    return (
      <span className="cover-kind">
        <Thumb kind={kind} size="lg" />
      </span>
    )
  }
  return <img src={picture} alt="" onError={() => setBroken(true)} />
}
