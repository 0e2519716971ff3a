import { type CSSProperties, useState } from 'react'
import { hueOf } from '../../lib/hue.ts'
import type { Game } from '../../stores/ArcadeStore.ts'

/** The cover of a game: the picture beside it, or one that is drawn from its name. */
export function GameCover({ game: { cover, name, system } }: { game: Pick<Game, 'cover' | 'name' | 'system'> }) {
  const [isBroken, setBroken] = useState(false)
  const isDrawn = cover === '' || isBroken
  return (
    <span className={`cover ${isDrawn ? 'is-drawn' : ''}`} style={{ '--h': hueOf(name) } as CSSProperties}>
      {isDrawn ? (
        <span className="drawn" aria-hidden="true">
          <span>{name}</span>
        </span>
      ) : (
        <img src={cover} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} />
      )}
      <span className="tag" aria-hidden="true">
        {system.toUpperCase()}
      </span>
    </span>
  )
}
