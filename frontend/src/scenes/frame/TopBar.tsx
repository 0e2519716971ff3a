import { CircleHelp, Menu as MenuIcon } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { Link } from 'react-router-dom'
import { perform } from '../../actions/action.ts'
import { search } from '../../actions/search.ts'
import { showHelp } from '../../actions/showHelp.ts'
import { toggleShell } from '../../actions/toggleShell.ts'
import { fetched } from '../../components/fetched.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Mark } from '../../components/Mark.tsx'
import { withTexts } from '../../i18n/index.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { afterFirstScreen } from '../../lib/first-screen.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { SearchButton } from '../search/SearchButton.tsx'
import { useSearchPlace } from '../search/useSearchPlace.ts'
import { ConnectionWord } from './ConnectionWord.tsx'
import { UserMenu } from './UserMenu.tsx'

const SearchField = fetched<object>({
  load: withTexts(async () => (await import('../search/SearchField.tsx')).SearchField),
  isPrefetched: true,
  renderFailure: () => <SearchButton />,
})

// There is nothing to show before the first work has begun.
const TrayRing = fetched<object>({
  load: afterFirstScreen(withTexts(async () => (await import('../tray/TrayRing.tsx')).TrayRing)),
  renderFailure: () => null,
})

export const TopBar = observer(function TopBar() {
  const root = useRoot()
  const { t } = useTexts()
  const isSearching = useSearchPlace() !== null
  return (
    <header className={`topbar ${isSearching ? 'is-searching' : ''}`}>
      <div className="line">
        <span className="phone-only">
          <IconButton
            icon={MenuIcon}
            label={t('action.menu')}
            aria-haspopup="dialog"
            onClick={() => root.ui.setDrawerOpen(true)}
          />
        </span>
        <Link className="brand" to="/files/">
          <Mark logo={root.settings.LogoURL} />
          <span>{root.settings.Name}</span>
        </Link>
      </div>
      <div className="middle">{isSearching ? <SearchField /> : <SearchButton />}</div>
      <div className="end">
        <ConnectionWord />
        <TrayRing />
        <span className="phone-only">
          <IconButton icon={search.icon} label={t('action.search')} onClick={() => void perform(root, search)} />
        </span>
        <DeskTools />
        <UserMenu />
      </div>
    </header>
  )
})

/** Tools that a phone has elsewhere, or not at all. */
const DeskTools = observer(function DeskTools() {
  const root = useRoot()
  const { t } = useTexts()
  return (
    <span className="desk-only">
      {toggleShell.isAllowed(root) && toggleShell.isEnabled(root) ? (
        <IconButton
          icon={toggleShell.icon}
          label={t('shell.action')}
          aria-pressed={root.ui.isShellOpen}
          onClick={() => void perform(root, toggleShell)}
        />
      ) : null}
      <IconButton icon={CircleHelp} label={`${t('action.help')} (?)`} onClick={() => void perform(root, showHelp)} />
    </span>
  )
})
