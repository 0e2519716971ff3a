import { Plus } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { RomSystem } from '../../../../backend/contract/rom-systems.ts'
import { addGames } from '../../actions/addGames.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { SYSTEM_NAMES } from '../../lib/rom-paths.ts'
import { useRoot } from '../../stores/useRoot.ts'

interface AddGamesProps {
  /** The shelf that zips and covers go to. Without one, only ROMs can be added, by their endings. */
  system?: RomSystem
  isPrimary?: boolean
}

/** Uploads ROMs and covers. Shown only to people who may upload. */
export const AddGames = observer(function AddGames({ system, isPrimary = false }: AddGamesProps) {
  const root = useRoot()
  const { t } = useTexts()
  if (!root.session.can('create')) return null
  const add = () => void addGames(root, system).catch((error: unknown) => root.toasts.error(error))
  if (system !== undefined)
    return <IconButton isSmall icon={Plus} label={t('arcade.addTo', { system: SYSTEM_NAMES[system] })} onClick={add} />
  return (
    <button type="button" className={`button ${isPrimary ? 'primary' : 'plain'}`} onClick={add}>
      <Plus className="icon" aria-hidden="true" />
      <span className="label">{t('arcade.add')}</span>
    </button>
  )
})
