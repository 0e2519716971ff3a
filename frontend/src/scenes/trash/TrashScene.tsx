// What was deleted and can come back: all actions, or what lies in the one that the address names.
import { observer } from 'mobx-react-lite'
import { useEffect, useLayoutEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useTexts } from '../../i18n/useTexts.ts'
import { nameOf, placeOfTrashUrl } from '../../lib/paths.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useTitle } from '../frame/useTitle.ts'
import { TrashPanel } from './TrashPanel.tsx'
import { useDeletion } from './useDeletion.ts'
import { useTrashRefresh } from './useTrashRefresh.ts'

export const TrashScene = observer(function TrashScene() {
  const { listing, trash } = useRoot()
  const { t } = useTexts()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { id, below } = placeOfTrashUrl(pathname)
  useLayoutEffect(() => {
    listing.leave()
    return () => trash.leave()
  }, [listing, trash])
  useEffect(() => {
    let isCurrent = true
    const show = async () => {
      const canLookInside = await trash.open(id, below)
      // A file that was deleted by itself is a row of the list, and nothing to look into.
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
  useTitle(folder === '' ? t('trash.title') : `${folder} · ${t('trash.title')}`)
  useTrashRefresh()
  return <TrashPanel />
})
