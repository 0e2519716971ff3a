import { observer } from 'mobx-react-lite'
import type { Menu as Commands } from '../actions/menus.ts'
import { Menu, type MenuAnchor } from '../components/Menu.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { useEntries } from '../actions/useEntries.ts'

export interface MenuPlace {
  /** What was asked about: the selected rows, or the folder itself. */
  kind: 'rows' | 'ground'
  anchor: MenuAnchor
  /** The row was selected for the menu alone; a finger that thinks better of it is left without a selection. */
  isPassing?: boolean
}

export interface ListingMenuProps {
  place: MenuPlace | null
  selection: { readonly only: { name: string } | null; readonly count: number; clear(): void }
  /** What can be done with the selected rows, and with the folder itself. */
  rowMenu: Commands
  groundMenu: Commands
  /** What the folder is called. */
  label: string
  onClose(): void
}

/** The one menu of a listing, wherever it was asked for. */
export const ListingMenu = observer(function ListingMenu({
  place,
  selection,
  rowMenu,
  groundMenu,
  label,
  onClose,
}: ListingMenuProps) {
  const { t } = useTexts()
  const entries = useEntries()
  const isRows = place?.kind === 'rows'
  const title = selection.only?.name ?? t('listing.selected', { count: selection.count })
  return (
    <Menu
      groups={place === null ? [] : entries(isRows ? rowMenu : groundMenu)}
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
