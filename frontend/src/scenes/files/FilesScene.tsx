// The person's files: the folder that the address names, and the file that lies open above it.
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useTexts } from '../../i18n/useTexts.ts'
import { filesUrl, nameOf, pathOfUrl } from '../../lib/paths.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useTitle } from '../frame/useTitle.ts'
import { SearchPanel } from '../search/SearchPanel.tsx'
import { useSearchAddress } from '../search/useSearchAddress.ts'
import { PreviewScene } from '../preview/PreviewScene.tsx'
import { DragCard } from './DragCard.tsx'
import { ListingPanel } from './ListingPanel.tsx'
import { usePaste } from './usePaste.ts'
import { useQuietRefresh } from './useQuietRefresh.ts'

export const FilesScene = observer(function FilesScene() {
  const { listing, search } = useRoot()
  const { t } = useTexts()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { path, isDir } = pathOfUrl(pathname)
  useEffect(() => {
    let isCurrent = true
    const show = async () => {
      const isFolder = await listing.open(path, isDir)
      // A folder's address ends in a slash and a file's does not, however it was typed.
      if (isCurrent && isFolder !== null && isFolder !== isDir)
        await navigate(filesUrl(path, isFolder) + window.location.search, { replace: true })
    }
    void show()
    return () => {
      isCurrent = false
    }
  }, [listing, navigate, path, isDir])
  useSearchAddress()
  const isSearching = search.isShown && listing.state !== 'failed'
  useTitle(isSearching ? t('search.title', { query: search.place.query }) : nameOf(path) || t('frame.myFiles'))
  useQuietRefresh()
  usePaste()
  return (
    <>
      <ListingPanel isCovered={isSearching} />
      {isSearching ? <SearchPanel /> : null}
      {listing.file === null ? null : <PreviewScene />}
      <DragCard />
    </>
  )
})
