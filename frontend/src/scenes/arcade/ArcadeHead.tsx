import { Search, X } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { IconButton } from '../../components/IconButton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { arcadeOf } from '../../stores/ArcadeStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { AddGames } from './AddGames.tsx'

/** The title, the search among the games, and the button that adds some. */
export const ArcadeHead = observer(function ArcadeHead() {
  const arcade = arcadeOf(useRoot())
  const { t } = useTexts()
  const hasGames = arcade.games.length > 0
  return (
    <div className="arcade-head">
      <h1>{t('arcade.title')}</h1>
      {hasGames ? (
        <search className="input">
          <Search className="icon" aria-hidden="true" />
          <input
            type="search"
            value={arcade.query}
            aria-label={t('arcade.search')}
            placeholder={t('arcade.search')}
            onChange={(event) => arcade.setQuery(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') arcade.setQuery('')
            }}
          />
          {arcade.query === '' ? null : (
            <IconButton isSmall icon={X} label={t('arcade.clearSearch')} onClick={() => arcade.setQuery('')} />
          )}
        </search>
      ) : null}
      {hasGames ? <AddGames /> : null}
    </div>
  )
})
