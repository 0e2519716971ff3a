// The gallery of games: shelves by system, what was played last, favourites. It looks like a console, dark in both
// themes, and works by keys and gamepads.
import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import { Empty } from '../../components/Empty.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { FIXED_TEXTS } from '../../lib/fixed-texts.ts'
import { SYSTEM_NAMES } from '../../lib/rom-paths.ts'
import { shownStatus } from '../../lib/shown-status.ts'
import { arcadeOf } from '../../stores/ArcadeStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { Failure } from '../errors/Failure.tsx'
import { useScreen } from '../frame/useScreen.ts'
import { ArcadeHead } from './ArcadeHead.tsx'
import { AddGames } from './AddGames.tsx'
import { Closed } from './Closed.tsx'
import { Hero } from './Hero.tsx'
import { GameShelf } from './GameShelf.tsx'
import { useDirections } from './useDirections.ts'
import { usePlayTime } from './usePlayTime.ts'

export const ArcadeScene = observer(function ArcadeScene() {
  const root = useRoot()
  const arcade = arcadeOf(root)
  const ground = useRef<HTMLDivElement>(null)
  useScreen({ title: FIXED_TEXTS.arcadeTitle })
  useEffect(() => arcade.show(), [arcade])
  const hasGamepad = useDirections(ground)
  const time = usePlayTime()
  return (
    <main className="panel" id="main" aria-busy={arcade.state === 'loading'}>
      <div className="arcade" ref={ground}>
        <ArcadeHead />
        {time?.isOpen === false ? <Closed time={time} /> : <Games hasGamepad={hasGamepad} />}
      </div>
    </main>
  )
})

const Games = observer(function Games({ hasGamepad }: { hasGamepad: boolean }) {
  const root = useRoot()
  const arcade = arcadeOf(root)
  const { t } = useTexts()
  const { state, query, games, found, recent, favourites, shelves } = arcade
  const count = query.trim() === '' ? games.length : found.length
  useEffect(() => {
    if (state === 'ready') root.ui.announce(t('arcade.games', { count }))
  }, [root, state, count, t])
  if (state === 'failed') return <ArcadeFailure />
  if (state === 'loading') return <div className="shelf is-loading" aria-hidden="true" />
  if (games.length === 0) return <NoGames />
  if (query.trim() !== '')
    return <GameShelf key={query} title={t('arcade.found')} games={found} isWhole empty={t('arcade.nothingFound')} />
  const [latest] = recent
  return (
    <>
      {latest === undefined ? null : <Hero game={latest} hasGamepad={hasGamepad} />}
      {recent.length < 2 ? null : <GameShelf title={t('arcade.recent')} games={recent.slice(1)} />}
      {favourites.length === 0 ? null : <GameShelf title={t('favourites.title')} games={favourites} />}
      {shelves.map((shelf) => (
        <GameShelf
          key={shelf.system}
          title={SYSTEM_NAMES[shelf.system]}
          lang="en"
          system={shelf.system}
          games={shelf.games}
        />
      ))}
    </>
  )
})

const ArcadeFailure = observer(function ArcadeFailure() {
  const arcade = arcadeOf(useRoot())
  const { error } = arcade.content
  if (error === null) return null
  const kind = error.code === 'network' ? 'network' : 'internal'
  return <Failure kind={kind} code={shownStatus(error.status)} onRetry={() => void arcade.refresh()} />
})

/** Says where games are to be put. */
const NoGames = observer(function NoGames() {
  const { session } = useRoot()
  const { t } = useTexts()
  return (
    <Empty
      art="nest"
      title={t('arcade.empty')}
      lead={t(session.can('create') ? 'arcade.emptyLead' : 'arcade.emptyLeadOthers')}
    >
      <AddGames isPrimary />
    </Empty>
  )
})
