import { Folder, Keyboard, LogOut, type LucideIcon, Users } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { perform, standing } from '../../actions/action.ts'
import { logout } from '../../actions/logout.ts'
import { NEW_MENU } from '../../actions/menus.ts'
import { showHelp } from '../../actions/showHelp.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { filesUrl, isAtOrBelow, pathOfUrl } from '../../lib/paths.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { OTHER_PLACES } from '../places.ts'
import { ExternalLink } from './ExternalLink.tsx'
import { StorageBar } from './StorageBar.tsx'
import { useDropTarget } from '../../rows/useDropTarget.ts'

const LICENCE_URL = 'https://opensource.org/license/mit'

/** What the sidebar and the drawer hold: an entry for each screen there is. */
export const Places = observer(function Places({ onLeave }: { onLeave?: () => void }) {
  const root = useRoot()
  const { t } = useTexts()
  const { pathname } = useLocation()
  const shared = root.settings.SharedFolder === '' ? null : `/${root.settings.SharedFolder}`
  const isShared = shared !== null && isAtOrBelow(pathOfUrl(pathname).path, shared)
  const isElsewhere = OTHER_PLACES.some(({ path }) => isAtOrBelow(pathname, path))
  const act = (run: () => void) => () => {
    onLeave?.()
    run()
  }
  return (
    <>
      <div className="item-line">
        <Place
          icon={Folder}
          label={t('frame.myFiles')}
          folder="/"
          isCurrent={!isShared && !isElsewhere}
          {...(onLeave ? { onLeave } : {})}
        />
        <span className="acts">
          {standing(root, NEW_MENU.flat()).map((action) => (
            <IconButton
              key={action.id}
              isSmall
              icon={action.icon}
              label={t(action.label)}
              onClick={act(() => void perform(root, action))}
            />
          ))}
        </span>
      </div>
      {shared === null ? null : (
        <Place
          icon={Users}
          label={root.settings.SharedFolder}
          folder={shared}
          isCurrent={isShared}
          {...(onLeave ? { onLeave } : {})}
        />
      )}
      <OtherPlaces group="files" {...(onLeave ? { onLeave } : {})} />
      <h2>{t('frame.you')}</h2>
      <OtherPlaces group="you" {...(onLeave ? { onLeave } : {})} />
      {root.session.canLogout ? (
        <button
          type="button"
          className="item"
          title={t('action.logout')}
          onClick={act(() => void perform(root, logout))}
        >
          <LogOut className="icon flip" aria-hidden="true" />
          {t('action.logout')}
        </button>
      ) : null}
      <StorageBar />
      <div className="foot">
        <ExternalLink href={LICENCE_URL}>
          {t('frame.version')}
          <span className="licence"> · {t('frame.licence')}</span>
        </ExternalLink>
        <button type="button" onClick={act(() => void perform(root, showHelp))}>
          <Keyboard className="icon sm" aria-hidden="true" />
          {t('action.help')}
        </button>
      </div>
    </>
  )
})

/** The places of one group that the person may see. */
const OtherPlaces = observer(function OtherPlaces({
  group,
  onLeave,
}: {
  group: 'files' | 'you'
  onLeave?: () => void
}) {
  const root = useRoot()
  const { t } = useTexts()
  const { pathname } = useLocation()
  return OTHER_PLACES.filter((place) => place.group === group && place.isAllowed(root)).map(
    ({ path, label, icon: Icon }) => (
      <Link
        key={path}
        className="item"
        to={path}
        title={t(label)}
        aria-current={isAtOrBelow(pathname, path) ? 'page' : undefined}
        onClick={onLeave}
      >
        <Icon className="icon" aria-hidden="true" />
        {t(label)}
      </Link>
    ),
  )
})

interface PlaceProps {
  icon: LucideIcon
  label: string
  folder: string
  isCurrent: boolean
  onLeave?: () => void
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
