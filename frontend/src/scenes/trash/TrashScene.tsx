// Deleted items that can be restored: all actions, or the content of the one in the address.
import { observer } from 'mobx-react-lite'
import { useLayoutEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { TRASH_COMMANDS } from '../../actions/later-menus.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { nameOf, parentOf, placeOfTrashUrl, trashUrl } from '../../lib/paths.ts'
import type { WayUp } from '../../stores/ScreenStore.ts'
import { trashOf } from '../../stores/TrashStore.ts'
import { rowKeyOf } from '../../stores/trash/rows.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useScreen } from '../frame/useScreen.ts'
import { TrashPanel } from './TrashPanel.tsx'
import { useDeletion } from './useDeletion.ts'
import { useTrashRefresh } from './useTrashRefresh.ts'

export const TrashScene = observer(function TrashScene() {
  const trash = trashOf(useRoot())
  const { t } = useTexts()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { id, below } = placeOfTrashUrl(pathname)
  useLayoutEffect(() => () => trash.leave(), [trash])
  useLayoutEffect(() => {
    let isCurrent = true
    const show = async () => {
      const canLookInside = await trash.open(id, below)
      // A file that was deleted on its own is a row of the list, without content to open.
      if (!isCurrent || canLookInside || id === null) return
      trash.selection.await(id)
      await navigate('/trash', { replace: true })
    }
    void show()
    return () => {
      isCurrent = false
    }
  }, [trash, navigate, id, below])
  const deletion = useDeletion()
  const folder = below === '/' ? (trash.note === null ? '' : deletion.what(trash.note)) : nameOf(below)
  useScreen({
    title: folder === '' ? t('trash.title') : `${folder} · ${t('trash.title')}`,
    ...TRASH_COMMANDS,
    selection: trash.selection,
    up: wayUp(id, below),
  })
  useTrashRefresh()
  return <TrashPanel />
})

/** From a folder of an action to its parent, and from its top to the list of all. */
function wayUp(id: string | null, below: string): WayUp | null {
  if (id === null) return null
  return below === '/'
    ? { to: '/trash', from: id }
    : { to: trashUrl(id, parentOf(below)), from: rowKeyOf({ path: below, isDir: true }) }
}
