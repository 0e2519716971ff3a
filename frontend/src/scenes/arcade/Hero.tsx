import { Gamepad2, Play } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { Link } from 'react-router-dom'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { gameUrl, SYSTEM_NAMES } from '../../lib/rom-paths.ts'
import type { Game } from '../../stores/ArcadeStore.ts'
import { GameCover } from './GameCover.tsx'
import { useLastSave } from './useLastSave.ts'

interface HeroProps {
  game: Game
  hasGamepad: boolean
}

/** The game that was played last. */
export const Hero = observer(function Hero({ game, hasGamepad }: HeroProps) {
  const { t } = useTexts()
  const format = useFormat()
  const { name, about, system, path } = game
  const { at, picture } = useLastSave(path)
  return (
    <section className="hero" aria-labelledby="continue">
      <div>
        <p className="small faint">{t('arcade.continue')}</p>
        <h2 id="continue">{name}</h2>
        <p className="muted">
          <span lang="en">{SYSTEM_NAMES[system]}</span>
          {about === '' ? null : ` · ${about}`}
          {at === null ? null : ` · ${t('arcade.savedAt', { when: format.date(at) })}`}
        </p>
        <div className="line">
          <Link className="button primary big play" to={gameUrl(path)} target="_blank">
            <Play className="icon solid" aria-hidden="true" />
            <span className="label">{t(at === null ? 'arcade.play' : 'arcade.goOn')}</span>
          </Link>
        </div>
        {hasGamepad ? (
          <p className="small faint line" role="status">
            <Gamepad2 className="icon sm" aria-hidden="true" />
            {t('arcade.gamepad')}
          </p>
        ) : null}
      </div>
      <div className="screen">
        {picture === null ? <GameCover game={game} /> : <img className="shot" src={picture} alt="" />}
      </div>
    </section>
  )
})
