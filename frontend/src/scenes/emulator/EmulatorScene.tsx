// The page of a game: a tab of its own, in which only the emulator runs.
import { observer } from 'mobx-react-lite'
import { useLocation } from 'react-router-dom'
import { FIXED_TEXTS } from '../../lib/fixed-texts.ts'
import { romOfQuery } from '../../lib/rom-paths.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useScreen } from '../frame/useScreen.ts'
import { GameAlert } from './GameAlert.tsx'
import { GamePage } from './GamePage.tsx'

export const EmulatorScene = observer(function EmulatorScene() {
  const { navigate } = useRoot()
  const { search } = useLocation()
  const path = romOfQuery(search)
  useScreen({ title: FIXED_TEXTS.gameTitle })
  if (path !== null) return <GamePage path={path} />
  return (
    <main className="emulator" id="main">
      <GameAlert onClose={() => navigate('/arcade', { replace: true })}>{FIXED_TEXTS.noRom}</GameAlert>
    </main>
  )
})
