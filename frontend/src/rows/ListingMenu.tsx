import { observer } from 'mobx-react-lite'
import { useDeferredValue, useRef } from 'react'
import { offered } from '../actions/action.ts'
import type { MenuActions } from '../actions/menus.ts'
import { Menu, type MenuAnchor } from '../components/Menu.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { useEntries } from '../actions/useEntries.ts'

export interface MenuPlace {
  /** The subject: the selected rows, or the folder itself. */
  kind: 'rows' | 'ground'
  anchor: MenuAnchor
  /** The row was selected only for the menu. If a touch cancels the menu, the selection is cleared. */
  isPassing?: boolean
}

export interface ListingMenuProps {
  place: MenuPlace | null
  selection: { readonly only: { name: string } | null; readonly count: number; clear(): void }
  /** The commands for the selected rows, and for the folder itself. */
  rowMenu: MenuActions
  groundMenu: MenuActions
  /** The folder's name. */
  label: string
  onClose(): void
}

/** The one menu of a listing, wherever it is opened. */
export const ListingMenu = observer(function ListingMenu({
  place: asked,
  selection,
  rowMenu,
  groundMenu,
  label,
  onClose,
}: ListingMenuProps) {
  const { t } = useTexts()
  // The row shows at once that it is meant, and the menu follows: on a slow phone that takes a while.
  const deferred = useDeferredValue(asked)
  const place = asked === null ? null : deferred
  const chosen = useRef<string | null>(null)
  const entries = useEntries(offered, ({ needsSelection }) => {
    // The row was only selected for its menu.
    if (chosen.current !== null && selection.only?.name === chosen.current && needsSelection !== true) selection.clear()
    chosen.current = null
  })
  const isRows = place?.kind === 'rows'
  const title = selection.only?.name ?? t('listing.selected', { count: selection.count })
  return (
    <Menu
      groups={place === null ? [] : entries(isRows ? rowMenu : groundMenu)}
      anchor={place?.anchor ?? null}
      onClose={(isChosen) => {
        if (place?.isPassing === true) {
          if (isChosen) chosen.current = selection.only?.name ?? null
          else selection.clear()
        }
        onClose()
      }}
      label={isRows ? t('listing.actionsFor', { name: title }) : label}
      {...(isRows ? { title } : {})}
    />
  )
})
