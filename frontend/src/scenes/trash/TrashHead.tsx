import { observer } from 'mobx-react-lite'
import { type Action, offered, perform } from '../../actions/action.ts'
import { emptyTrash } from '../../actions/emptyTrash.ts'
import { purgeOpened } from '../../actions/purge.ts'
import { restoreAll } from '../../actions/restore.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { segmentsOf, trashUrl } from '../../lib/paths.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { CrumbTrail } from '../../rows/CrumbTrail.tsx'
import { GroundMenuButton } from '../../rows/GroundMenuButton.tsx'
import type { MenuPlace } from '../../rows/ListingMenu.tsx'
import { useDeletion } from './useDeletion.ts'
import { trashOf } from '../../stores/TrashStore.ts'

const BUTTONS: readonly Action[] = [restoreAll, emptyTrash, purgeOpened]

/** The current place in the trash, how much is in it and how long it stays, and the commands for all of it. */
export const TrashHead = observer(function TrashHead({ onMenu }: { onMenu(place: MenuPlace): void }) {
  const root = useRoot()
  const { t } = useTexts()
  const actions = offered(root, BUTTONS)
  return (
    <div className="panel-head">
      <div className="where">
        <Trail />
        <Lead />
      </div>
      <div className="line push tools">
        <span className="desk-only">
          {actions.map((action) => (
            <button
              key={action.id}
              type="button"
              className={`button ${action.isDangerous === true ? 'danger-text' : ''}`}
              onClick={() => void perform(root, action)}
            >
              <action.icon className="icon" aria-hidden="true" />
              <span className="label">{t(action.label)}</span>
            </button>
          ))}
        </span>
        {actions.length === 0 ? null : <GroundMenuButton onMenu={onMenu} />}
      </div>
    </div>
  )
})

/** Trash › the deleted item › the folder in it. */
const Trail = observer(function Trail() {
  const trash = trashOf(useRoot())
  const { t } = useTexts()
  const deletion = useDeletion()
  const { id, note, below, state } = trash
  if (id === null || (note === null && state === 'failed')) return <h1>{t('trash.title')}</h1>
  const names = segmentsOf(below)
  const crumbs = [
    { url: '/trash', name: t('trash.title') },
    { url: trashUrl(id), name: note === null ? '…' : deletion.what(note) },
    ...names.map((name, index) => ({ url: trashUrl(id, `/${names.slice(0, index + 1).join('/')}`), name })),
  ]
  return <CrumbTrail label={t('trash.path')} crumbs={crumbs} />
})

const Lead = observer(function Lead() {
  const root = useRoot()
  const { settings } = root
  const trash = trashOf(root)
  const { t } = useTexts()
  const format = useFormat()
  const deletion = useDeletion()
  const { id, note, sorted, size, state } = trash
  if (state !== 'ready' || sorted.length === 0) return <p className="count">&nbsp;</p>
  const isMore = id === null && trash.cursor !== null
  const items = t(isMore ? 'trash.itemsAndMore' : 'trash.items', { count: sorted.length })
  const fate =
    id === null
      ? t('trash.kept', { count: settings.RetentionDays })
      : note === null
        ? ''
        : `${deletion.by(note)} · ${deletion.fate(note)}`
  return <p className="count">{[items, ...(size > 0 && !isMore ? [format.size(size)] : []), fate].join(' · ')}</p>
})
