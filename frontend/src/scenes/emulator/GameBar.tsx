import { ArrowLeft, Maximize, Minimize, Save } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { type RefObject, useEffect, useState } from 'react'
import { IconButton } from '../../components/IconButton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { FIXED_TEXTS } from '../../lib/fixed-texts.ts'
import { stemOfRom } from '../../lib/rom-paths.ts'
import type { GameSession } from '../../stores/arcade/GameSession.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { GameAlert } from './GameAlert.tsx'

interface GameBarProps {
  game: GameSession
  page: RefObject<HTMLElement | null>
  path: string
}

/** What is beside a game: the way back, its name, and the whole screen. */
export const GameBar = observer(function GameBar({ page, path, game }: GameBarProps) {
  const { settings } = useRoot()
  const { t } = useTexts()
  return (
    <header className="game-bar">
      {/* A whole page, since nothing of the emulator may stay. */}
      <a
        className="icon-button"
        href={`${settings.BaseURL}/arcade`}
        aria-label={t('arcade.toGallery')}
        title={t('arcade.toGallery')}
      >
        <ArrowLeft className="icon flip" aria-hidden="true" />
      </a>
      <span className="cut title" dir="auto">
        {stemOfRom(path)}
      </span>
      <SaveWord game={game} />
      <IconButton
        icon={Save}
        label={t('arcade.saves.title')}
        aria-haspopup="dialog"
        onClick={() => game.setPanelOpen(true)}
      />
      <FullScreenButton page={page} />
    </header>
  )
})

/** Whether the save is stored. */
const SaveWord = observer(function SaveWord({ game: { saves } }: Pick<GameBarProps, 'game'>) {
  const { t } = useTexts()
  const isBad = saves.state === 'full' || saves.state === 'denied'
  return (
    <span className={`small save-word ${isBad ? 'bad' : 'faint'}`} role="status">
      {saves.state === 'none' ? '' : t(`arcade.saves.state.${saves.state}`)}
    </span>
  )
})

function FullScreenButton({ page }: Pick<GameBarProps, 'page'>) {
  const [isFull, setFull] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [])
  const toggle = async () => {
    try {
      if (document.fullscreenElement === null) await page.current?.requestFullscreen()
      else await document.exitFullscreen()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <>
      <IconButton
        icon={isFull ? Minimize : Maximize}
        label={FIXED_TEXTS[isFull ? 'leaveFullScreen' : 'enterFullScreen']}
        lang="es"
        onClick={() => void toggle()}
      />
      {failure === null ? null : (
        <GameAlert onClose={() => setFailure(null)}>{FIXED_TEXTS.noFullScreen + failure}</GameAlert>
      )}
    </>
  )
}
