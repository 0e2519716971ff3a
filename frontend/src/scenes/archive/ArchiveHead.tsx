import { observer } from 'mobx-react-lite'
import { offered, perform } from '../../actions/action.ts'
import { extractHere, extractTo } from '../../actions/extract.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { crumbsOf } from '../../lib/crumbs.ts'
import { filesUrl, nameOf, parentOf, segmentsOf } from '../../lib/paths.ts'
import { archivePageUrl } from '../../lib/item-paths.ts'
import { CrumbTrail } from '../../rows/CrumbTrail.tsx'
import { GroundMenuButton } from '../../rows/GroundMenuButton.tsx'
import type { MenuPlace } from '../../rows/ListingMenu.tsx'
import { archiveOf } from '../../stores/ArchiveStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** The path, the number of entries, and the commands for the archive. */
export const ArchiveHead = observer(function ArchiveHead({ onMenu }: { onMenu(place: MenuPlace): void }) {
  const root = useRoot()
  const archive = archiveOf(root)
  const { t } = useTexts()
  return (
    <div className="panel-head">
      <div className="where">
        <Trail />
        <Lead />
      </div>
      <div className="line push tools">
        <span className="desk-only">
          {offered(root, [extractTo, extractHere]).map((action) => (
            <button
              key={action.id}
              type="button"
              className={`button ${action === extractHere ? 'primary' : ''}`}
              onClick={() => void perform(root, action)}
            >
              <action.icon className="icon" aria-hidden="true" />
              <span className="label">{t(action.label)}</span>
            </button>
          ))}
        </span>
        <GroundMenuButton isDisabled={archive.state !== 'ready'} onMenu={onMenu} />
      </div>
    </div>
  )
})

/** The folder that contains the archive › the archive › the folder in it. */
const Trail = observer(function Trail() {
  const { path, folder } = archiveOf(useRoot())
  const { t } = useTexts()
  if (path === null) return <h1>…</h1>
  const names = segmentsOf(folder)
  const around = crumbsOf(parentOf(path), t('listing.home')).shown.slice(-2)
  const crumbs = [
    ...around.map((crumb) => ({ url: filesUrl(crumb.path, true), name: crumb.name })),
    { url: archivePageUrl(path), name: nameOf(path) },
    ...names.map((name, index) => ({
      url: archivePageUrl(path, { folder: names.slice(0, index + 1).join('/') }),
      name,
    })),
  ]
  return <CrumbTrail label={t('archive.path')} crumbs={crumbs} />
})

const Lead = observer(function Lead() {
  const { state, content, sorted } = archiveOf(useRoot())
  const { t } = useTexts()
  const { size } = useFormat()
  const { value } = content
  if (state !== 'ready' || value === null) return <p className="count">&nbsp;</p>
  const { links, devices, names } = value.leftOut
  const left = links + devices + names
  const facts = [
    t('archive.items', { count: sorted.length }),
    t('archive.whole', { count: value.files, size: size(value.bytes) }),
    ...(left > 0 ? [t('archive.leftOut', { count: left })] : []),
  ]
  return <p className="count">{facts.join(' · ')}</p>
})
