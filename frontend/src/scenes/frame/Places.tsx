import { Folder, Keyboard, LogOut, type LucideIcon, Users } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { Fragment } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { type Action, perform, standing } from '../../actions/action.ts'
import { logout } from '../../actions/logout.ts'
import { NEW_MENU } from '../../actions/menus.ts'
import { showHelp } from '../../actions/showHelp.ts'
import { fetched } from '../../components/fetched.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { filesUrl, isAtOrBelow, pathOfUrl } from '../../lib/paths.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { OTHER_PLACES } from '../places.ts'
import { ExternalLink } from './ExternalLink.tsx'
import { useDropTarget } from '../../rows/useDropTarget.ts'

const LICENCE_URL = 'https://opensource.org/license/mit'

// It has to wait for a request anyway.
const StorageBar = fetched<object>({
  load: async () => (await import('./StorageBar.tsx')).StorageBar,
  renderFailure: () => null,
})

export interface PlacesProps {
  /** Called before another screen is shown. */
  onLeave?: () => void
}

/** The content of the sidebar and the drawer: an entry for each screen. */
export const Places = observer(function Places(props: PlacesProps) {
  const { settings } = useRoot()
  const { t } = useTexts()
  const { pathname } = useLocation()
  const shared = settings.SharedFolder === '' ? null : `/${settings.SharedFolder}`
  const isShared = shared !== null && isAtOrBelow(pathOfUrl(pathname).path, shared)
  const isElsewhere = OTHER_PLACES.some(({ path }) => isAtOrBelow(pathname, path))
  return (
    <>
      <div className="item-line">
        <Place icon={Folder} label={t('frame.myFiles')} folder="/" isCurrent={!isShared && !isElsewhere} {...props} />
        <NewButtons {...props} />
      </div>
      {shared === null ? null : (
        <Place icon={Users} label={settings.SharedFolder} folder={shared} isCurrent={isShared} {...props} />
      )}
      <OtherPlaces group="files" {...props} />
      <OtherPlaces group="household" heading={t('imports.places.household')} {...props} />
      <h2>{t('frame.you')}</h2>
      <OtherPlaces group="you" {...props} />
      <LogoutButton {...props} />
      <StorageBar />
      <Foot {...props} />
    </>
  )
})

/** Runs an action after the drawer has closed. */
function usePerform({ onLeave }: PlacesProps): (action: Action) => void {
  const root = useRoot()
  return (action) => {
    onLeave?.()
    void perform(root, action)
  }
}

const NewButtons = observer(function NewButtons(props: PlacesProps) {
  const root = useRoot()
  const { t } = useTexts()
  const act = usePerform(props)
  return (
    <span className="acts">
      {standing(root, NEW_MENU.flat()).map((action) => (
        <IconButton key={action.id} isSmall icon={action.icon} label={t(action.label)} onClick={() => act(action)} />
      ))}
    </span>
  )
})

const LogoutButton = observer(function LogoutButton(props: PlacesProps) {
  const { session } = useRoot()
  const { t } = useTexts()
  const act = usePerform(props)
  if (!session.canLogout) return null
  return (
    <button type="button" className="item" title={t('action.logout')} onClick={() => act(logout)}>
      <LogOut className="icon flip" aria-hidden="true" />
      {t('action.logout')}
    </button>
  )
})

function Foot(props: PlacesProps) {
  const { t } = useTexts()
  const act = usePerform(props)
  return (
    <div className="foot">
      <ExternalLink href={LICENCE_URL}>
        {t('frame.version')}
        <span className="licence"> · {t('frame.licence')}</span>
      </ExternalLink>
      <button type="button" onClick={() => act(showHelp)}>
        <Keyboard className="icon sm" aria-hidden="true" />
        {t('action.help')}
      </button>
    </div>
  )
}

interface OtherPlacesProps extends PlacesProps {
  group: 'files' | 'household' | 'you'
  /** Shown if there are any. */
  heading?: string
}

/** The places of one group that the person may open. */
const OtherPlaces = observer(function OtherPlaces({ group, heading, onLeave }: OtherPlacesProps) {
  const root = useRoot()
  const { t } = useTexts()
  const { pathname } = useLocation()
  const places = OTHER_PLACES.filter((place) => place.group === group && place.isAllowed(root))
  return (
    <>
      {heading === undefined || places.length === 0 ? null : <h2>{heading}</h2>}
      {places.map(({ path, label, icon: Icon, Count, Links }) => (
        <Fragment key={path}>
          <Link
            className="item"
            to={path}
            title={t(label)}
            aria-current={isAtOrBelow(pathname, path) ? 'page' : undefined}
            onClick={onLeave}
          >
            <Icon className="icon" aria-hidden="true" />
            {t(label)}
            {Count === undefined ? null : <Count />}
          </Link>
          {Links === undefined ? null : <Links onLeave={onLeave} />}
        </Fragment>
      ))}
    </>
  )
})

interface PlaceProps extends PlacesProps {
  icon: LucideIcon
  label: string
  folder: string
  isCurrent: boolean
}

const Place = observer(function Place({ icon: Icon, label, folder, isCurrent, onLeave }: PlaceProps) {
  const navigate = useNavigate()
  const url = filesUrl(folder, true)
  const { isOver, handlers } = useDropTarget(folder, () => void navigate(url))
  return (
    <Link
      className={`item ${isOver ? 'is-drop' : ''}`}
      to={url}
      title={label}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onLeave}
      {...handlers}
    >
      <Icon className="icon" aria-hidden="true" />
      {label}
    </Link>
  )
})
