import { EllipsisVertical, Folder, LayoutGrid, ListChecks, Plus, Users, X } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { Link, useLocation } from 'react-router-dom'
import { type Action, offered, perform, standing } from '../../actions/action.ts'
import { clearSelection } from '../../actions/clearSelection.ts'
import { NEW_MENU, UPLOAD_MENU } from '../../actions/menus.ts'
import { selectAll } from '../../actions/selectAll.ts'
import { uploadPhotos } from '../../actions/uploadPhotos.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { Menu } from '../../components/Menu.tsx'
import { RootClass } from '../../components/RootClass.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { filesUrl, isAtOrBelow, pathOfUrl } from '../../lib/paths.ts'
import { useRoot } from '../../stores/useRoot.ts'
import type { ScreenSelection } from '../../stores/ScreenStore.ts'
import { FAVOURITES_PLACE, OTHER_PLACES, type Place, RECENT_PLACE } from '../places.ts'
import { useEntries } from '../../actions/useEntries.ts'

/** On a phone, within reach of the thumb: navigation and adding, or the commands for a selection. */
export const BottomBar = observer(function BottomBar() {
  const { selection } = useRoot().screen
  return selection !== null && selection.isActive ? <SelectionActions selection={selection} /> : <MainPlaces />
})

const MainPlaces = observer(function MainPlaces() {
  const root = useRoot()
  const { t } = useTexts()
  const { pathname } = useLocation()
  const shared = root.settings.SharedFolder === '' ? null : `/${root.settings.SharedFolder}`
  const isShared = shared !== null && isAtOrBelow(pathOfUrl(pathname).path, shared)
  // Whether the current place is only in the drawer.
  const isElsewhere = OTHER_PLACES.some(({ path }) => isAtOrBelow(pathname, path))
  const inBar = [RECENT_PLACE, ...(shared === null ? [FAVOURITES_PLACE] : [])]
  const isInBar = inBar.some(({ path }) => isAtOrBelow(pathname, path))
  return (
    <nav className="bottombar" aria-label={t('frame.main')}>
      <Link to="/files/" aria-current={isShared || isElsewhere ? undefined : 'page'}>
        <Folder className="icon" aria-hidden="true" />
        {t('frame.files')}
      </Link>
      {shared === null ? null : (
        <Link to={filesUrl(shared, true)} aria-current={isShared ? 'page' : undefined}>
          <Users className="icon" aria-hidden="true" />
          <span className="cut" dir="auto">
            {root.settings.SharedFolder}
          </span>
        </Link>
      )}
      {shared === null ? <PlaceLink place={FAVOURITES_PLACE} /> : null}
      <AddMenu />
      <PlaceLink place={RECENT_PLACE} />
      <button
        type="button"
        aria-haspopup="dialog"
        aria-current={isElsewhere && !isInBar ? 'page' : undefined}
        onClick={() => root.ui.setDrawerOpen(true)}
      >
        <LayoutGrid className="icon" aria-hidden="true" />
        {t('frame.more')}
      </button>
    </nav>
  )
})

/** A link to another screen. There is the same number on both sides of the button in the middle. */
function PlaceLink({ place: { path, label, icon: Icon } }: { place: Place }) {
  const { t } = useTexts()
  const { pathname } = useLocation()
  return (
    <Link to={path} aria-current={isAtOrBelow(pathname, path) ? 'page' : undefined}>
      <Icon className="icon" aria-hidden="true" />
      <span className="cut">{t(label)}</span>
    </Link>
  )
}

/** The button for creating and uploading. */
const AddMenu = observer(function AddMenu() {
  const { t } = useTexts()
  const [uploading = [], ...others] = [...UPLOAD_MENU, ...NEW_MENU]
  const added = useEntries(standing)([[uploadPhotos, ...uploading], ...others])
  if (added.every((group) => group.length === 0)) return null
  return (
    <Menu
      groups={added}
      align="center"
      trigger={
        <button type="button" className="add" aria-label={t('action.newMenu')}>
          <Plus className="icon" aria-hidden="true" />
        </button>
      }
    />
  )
})

const SelectionActions = observer(function SelectionActions({ selection }: { selection: ScreenSelection }) {
  const root = useRoot()
  const { screen } = root
  const { t } = useTexts()
  const format = useFormat()
  const entries = useEntries()
  const run = (action: Action) => () => void perform(root, action)
  return (
    <>
      <RootClass name="has-bottom-selection" />
      <div className="selection-bar" role="toolbar" aria-label={t('listing.selection')}>
        <IconButton icon={X} label={t('action.clearSelection')} onClick={run(clearSelection)} />
        <span className="summary num">
          <b>{t('listing.selected', { count: selection.count })}</b> · {format.size(selection.size)}
        </span>
        <span className="line push">
          <IconButton icon={ListChecks} label={t('action.selectAll')} onClick={run(selectAll)} />
          <Menu
            groups={entries(screen.rowMenu)}
            align="end"
            trigger={<IconButton icon={EllipsisVertical} label={t('action.more')} />}
          />
        </span>
      </div>
      <BarActions />
    </>
  )
})

const BarActions = observer(function BarActions() {
  const root = useRoot()
  const { t } = useTexts()
  const all = offered(root, root.screen.bar)
  // Dangerous commands come last; the menu has the rest.
  const shown = [
    ...all.filter(({ isDangerous }) => isDangerous !== true).slice(0, 4),
    ...all.filter(({ isDangerous }) => isDangerous === true),
  ]
  return (
    <nav className="bottombar" aria-label={t('listing.selectionActions')}>
      {shown.map((action) => (
        <button
          key={action.id}
          type="button"
          className={action.isDangerous === true ? 'danger' : ''}
          onClick={() => void perform(root, action)}
        >
          <action.icon className="icon" aria-hidden="true" />
          <span className="cut">{t(action.label)}</span>
        </button>
      ))}
    </nav>
  )
})
