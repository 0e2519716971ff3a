import { observer } from 'mobx-react-lite'
import { GROUND_MENU, ROW_MENU } from '../../actions/menus.ts'
import { Menu, type MenuAnchor } from '../../components/Menu.tsx'
import { useRoot } from '../../stores/useRoot.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useEntries } from '../frame/useEntries.ts'

export interface MenuPlace {
  /** What was asked about: the selected rows, or the folder itself. */
  kind: 'rows' | 'ground'
  anchor: MenuAnchor
  /** The row was selected for the menu alone; a finger that thinks better of it is left without a selection. */
  isPassing?: boolean
}

/** The one menu of the listing, wherever it was asked for. */
export const ListingMenu = observer(function ListingMenu({ place, onClose, label }: { place: MenuPlace | null; onClose(): void; label: string }) {
  const { selection } = useRoot()
  const { t } = useTexts()
  const entries = useEntries()
  const isRows = place?.kind === 'rows'
  const title = selection.only?.name ?? t('listing.selected', { count: selection.count })
  return (
    <Menu
      groups={place === null ? [] : entries(isRows ? ROW_MENU : GROUND_MENU)}
      anchor={place?.anchor ?? null}
      onClose={(isChosen) => {
        if (!isChosen && place?.isPassing === true) selection.clear()
        onClose()
      }}
      label={isRows ? t('listing.actionsFor', { name: title }) : label}
      {...(isRows ? { title } : {})}
    />
  )
})
