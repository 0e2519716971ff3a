// The person's files: the folder in the address, and the file that is open above it.
import { observer } from 'mobx-react-lite'
import { FILES_COMMANDS } from '../../actions/menus.ts'
import { fetched } from '../../components/fetched.tsx'
import { withTexts } from '../../i18n/index.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { filesUrl, nameOf, parentOf } from '../../lib/paths.ts'
import { useKeyLayer } from '../../lib/useKeyLayer.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useScreen } from '../frame/useScreen.ts'
import { useSearchPlace } from '../search/useSearchPlace.ts'
import { fetchedPanel } from '../errors/PartFailure.tsx'
import { ListingPanel } from './ListingPanel.tsx'
import { useAddressedPath } from './useAddressedPath.ts'
import { usePaste } from './usePaste.ts'
import { useQuietRefresh } from './useQuietRefresh.ts'

// Dragging works without it.
const DragCard = fetched<object>({
  load: withTexts(async () => (await import('./DragCard.tsx')).DragCard),
  isPrefetched: true,
  renderFailure: () => null,
})
const SearchPanel = fetchedPanel(async () => (await import('../search/SearchPanel.tsx')).SearchPanel)
const OpenFile = fetchedPanel(async () => (await import('../preview/OpenFile.tsx')).OpenFile)

/** The folder in the address, a search in it, and a file above it. */
export const FilesScene = observer(function FilesScene() {
  const { listing, selection, drag, ui } = useRoot()
  const { t } = useTexts()
  const path = useAddressedPath()
  const isSearching = useSearchPlace() !== null
  const { folder } = listing
  useScreen(
    isSearching
      ? null
      : {
          title: nameOf(path) || t('frame.myFiles'),
          ...FILES_COMMANDS,
          selection,
          up: folder === '/' ? null : { to: filesUrl(parentOf(folder), true), from: nameOf(folder) },
        },
  )
  // The file above the rows gets all keys, even while its stage is being fetched.
  useKeyLayer(listing.file === null ? null : { layer: 'stage', isModal: true, handle: () => false })
  useQuietRefresh()
  usePaste()
  return (
    <>
      <ListingPanel isCovered={isSearching || ui.editing !== null} />
      {isSearching ? <SearchPanel /> : null}
      {listing.file === null ? null : <OpenFile />}
      {drag.isActive ? <DragCard /> : null}
    </>
  )
})
