import { observer } from 'mobx-react-lite'
import { useId } from 'react'
import type { RomSystem } from '../../../../backend/contract/rom-systems.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import type { Game } from '../../stores/ArcadeStore.ts'
import { AddGames } from './AddGames.tsx'
import { GameCard } from './GameCard.tsx'
import { useGrowing } from './useGrowing.ts'

interface GameShelfProps {
  title: string
  /** The language of the title, if it is not that of the page. */
  lang?: string
  games: readonly Game[]
  /** The system whose games these are. */
  system?: RomSystem
  /** Whether all games are below each other, instead of in one line that scrolls. */
  isWhole?: boolean
  /** Said if there are none. */
  empty?: string
}

/** A line of games under a title. */
export const GameShelf = observer(function GameShelf({
  title,
  lang,
  games,
  system,
  isWhole = false,
  empty,
}: GameShelfProps) {
  const { t } = useTexts()
  const id = useId()
  const { count, end } = useGrowing(games.length)
  return (
    <section className={`shelf ${isWhole ? 'is-whole' : ''}`} aria-labelledby={id}>
      <div className="line">
        <h2 id={id} lang={lang}>
          {title}
        </h2>
        <span className="small faint">{t('arcade.games', { count: games.length })}</span>
        {system === undefined ? null : <AddGames system={system} />}
      </div>
      {games.length === 0 ? <p className="muted">{empty}</p> : null}
      <ul>
        {games.slice(0, count).map((game) => (
          <GameCard key={game.id} game={game} />
        ))}
        {count < games.length ? <li ref={end} className="end" aria-hidden="true" /> : null}
      </ul>
    </section>
  )
})
