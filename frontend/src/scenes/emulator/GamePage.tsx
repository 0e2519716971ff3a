import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { Empty } from '../../components/Empty.tsx'
import { DialogBoundary } from '../../dialogs/DialogBoundary.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { gameUrl, stemOfRom } from '../../lib/rom-paths.ts'
import { GameSession } from '../../stores/arcade/GameSession.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { Closed } from '../arcade/Closed.tsx'
import { usePlayTime } from '../arcade/usePlayTime.ts'
import { ChooseSave } from './ChooseSave.tsx'
import { GameBar } from './GameBar.tsx'
import { SavesPanel } from './SavesPanel.tsx'
import { PLAYER_ID, startGame, type StartFailure } from './start-game.ts'
import { useOtherTabs } from './useOtherTabs.ts'
import { tabbedKeys } from './tabbed-keys.ts'

/** The overlay is there for this long, so that nobody sees the emulator being built. */
const OVERLAY_MS = 200
const NOTICE_S = 5 * 60

export const GamePage = observer(function GamePage({ path }: { path: string }) {
  const root = useRoot()
  const { t } = useTexts()
  const page = useRef<HTMLElement>(null)
  const [game] = useState(() => new GameSession(root, path))
  const [failure, setFailure] = useState<StartFailure | null>(null)
  const isOpenElsewhere = useOtherTabs(path, root.session.user?.id ?? 0)
  const time = usePlayTime(() => void game.leave(`${root.settings.BaseURL}/arcade`))
  const [keys] = useState(tabbedKeys)
  const isClosed = time?.isOpen === false && !game.isPlaying
  useEffect(() => {
    startGame(root, path, game).then(setFailure, () => setFailure('failed'))
    return () => game.end()
  }, [root, path, game])
  return (
    <main className="emulator" id="main" ref={page}>
      <h1 className="sr">{stemOfRom(path)}</h1>
      <GameBar page={page} path={path} game={game} />
      <div className="notices">
        {isOpenElsewhere ? (
          <p className="notice" role="alert">
            {t('arcade.openElsewhere')}
          </p>
        ) : null}
        <ClosingNotice closesIn={time?.closesIn ?? null} />
      </div>
      <div className="game-stage" data-state={game.isPlaying ? 'playing' : 'starting'} {...keys}>
        {isClosed ? <Closed time={time} /> : null}
        {failure === null || isClosed ? (
          <div id={PLAYER_ID} role="application" aria-label={stemOfRom(path)} hidden={isClosed} />
        ) : (
          <GameFailure failure={failure} path={path} />
        )}
      </div>
      <LoadingOverlay />
      <ChooseSave saves={game.saves} />
      <Saves game={game} />
    </main>
  )
})

/** The panel with the saves. If it breaks, the game goes on. */
const Saves = observer(function Saves({ game }: { game: GameSession }) {
  if (!game.isPanelOpen) return null
  const close = () => game.setPanelOpen(false)
  return (
    <DialogBoundary onClose={close}>
      <SavesPanel game={game} onClose={close} />
    </DialogBoundary>
  )
})

/** Shown in the last five minutes before the hours of play end. */
function ClosingNotice({ closesIn }: { closesIn: number | null }) {
  const { t } = useTexts()
  if (closesIn === null || closesIn > NOTICE_S) return null
  return (
    <p className="notice" role="alert">
      {t('arcade.closesSoon', { count: Math.max(1, Math.ceil(closesIn / 60)) })}
    </p>
  )
}

function LoadingOverlay() {
  const { t } = useTexts()
  const [isShown, setShown] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), OVERLAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return isShown ? (
    <div className="loading-overlay" role="status">
      {t('arcade.loading')}
    </div>
  ) : null
}

function GameFailure({ failure, path }: { failure: StartFailure; path: string }) {
  const { settings } = useRoot()
  const { t } = useTexts()
  return (
    <Empty art="cup" title={t(`arcade.failure.${failure}`)} lead={t(`arcade.failure.${failure}Lead`)}>
      {/* Whole pages, since nothing of the emulator may stay. */}
      <a className="button primary" href={settings.BaseURL + gameUrl(path)}>
        {t('action.retry')}
      </a>
      <a className="button" href={`${settings.BaseURL}/arcade`}>
        {t('arcade.toGallery')}
      </a>
    </Empty>
  )
}
