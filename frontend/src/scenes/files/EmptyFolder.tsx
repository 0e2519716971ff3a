import { observer } from 'mobx-react-lite'
import { offered, perform } from '../../actions/action.ts'
import { NEW_MENU, UPLOAD_MENU } from '../../actions/menus.ts'
import { Empty } from '../../components/Empty.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** Says that a folder is empty, and offers to add something. */
export const EmptyFolder = observer(function EmptyFolder() {
  const root = useRoot()
  const { t } = useTexts()
  const [upload] = offered(root, UPLOAD_MENU.flat())
  const [create] = offered(root, NEW_MENU.flat())
  const actions = [upload, create].filter((action) => action !== undefined)
  // People who have no files yet get a suggestion what to do first.
  const isNew = root.listing.folder === '/' && actions.length > 0
  return (
    <Empty
      art="nest"
      title={t(isNew ? 'emptyFolder.welcome' : 'emptyFolder.title')}
      lead={t(`emptyFolder.${isNew ? 'welcomeLead' : actions.length > 0 ? 'lead' : 'leadReadOnly'}`)}
    >
      {actions.map((action, index) => (
        <button
          key={action.id}
          type="button"
          className={`button ${index === 0 ? 'primary' : ''}`}
          onClick={() => void perform(root, action)}
        >
          <action.icon className="icon" aria-hidden="true" />
          <span className="label">{t(action.label)}</span>
        </button>
      ))}
    </Empty>
  )
})
