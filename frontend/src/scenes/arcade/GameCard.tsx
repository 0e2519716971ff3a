import { Star } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { Link } from 'react-router-dom'
import { addFavourites, removeFavourites } from '../../actions/favourites.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { gameUrl } from '../../lib/rom-paths.ts'
import type { Game } from '../../stores/ArcadeStore.ts'
import { favouritesOf } from '../../stores/PlaceListStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { GameCover } from './GameCover.tsx'

/** A game: its cover and title open it in a tab of its own. */
export const GameCard = observer(function GameCard({ game }: { game: Game }) {
  return (
    <li className={`game ${game.system === 'nds' ? 'wide' : ''}`}>
      <Link className="play" to={gameUrl(game.path)} target="_blank">
        <GameCover game={game} />
        <span className="cut name" dir="auto" title={game.name}>
          {game.name}
        </span>
        <span className="small faint cut">{game.about || '\u00a0'}</span>
      </Link>
      <StarButton game={game} />
    </li>
  )
})

const StarButton = observer(function StarButton({ game: { file, name } }: { game: Game }) {
  const root = useRoot()
  const { t } = useTexts()
  const isStarred = favouritesOf(root).has(file)
  const toggle = () => {
    const change = isStarred ? removeFavourites : addFavourites
    void change(root, [{ path: file, name }]).catch((error: unknown) => root.toasts.error(error))
  }
  return (
    <button
      type="button"
      className="icon-button small star"
      aria-pressed={isStarred}
      aria-label={t('arcade.star', { name })}
      title={t(isStarred ? 'favourites.remove' : 'favourites.add')}
      onClick={toggle}
    >
      <Star className={`icon ${isStarred ? 'solid' : ''}`} aria-hidden="true" />
    </button>
  )
})
