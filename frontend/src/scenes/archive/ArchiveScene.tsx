// An archive that opens like a folder. The address names the folder in it and the file that is open there.
import { observer } from 'mobx-react-lite'
import { useLayoutEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { ARCHIVE_COMMANDS } from '../../actions/later-menus.ts'
import { filesUrl, nameOf, parentOf } from '../../lib/paths.ts'
import { archiveOfUrl, archivePageUrl } from '../../lib/item-paths.ts'
import { useKeyLayer } from '../../lib/useKeyLayer.ts'
import { archiveOf } from '../../stores/ArchiveStore.ts'
import type { WayUp } from '../../stores/ScreenStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useScreen } from '../frame/useScreen.ts'
import { ArchivePanel } from './ArchivePanel.tsx'
import { EntryStage } from './EntryStage.tsx'

export const ArchiveScene = observer(function ArchiveScene() {
  const archive = archiveOf(useRoot())
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const path = archiveOfUrl(pathname)
  const folder = query.get('folder') ?? ''
  const file = query.get('file')
  useLayoutEffect(() => () => archive.leave(), [archive])
  useLayoutEffect(() => void archive.open(path, { folder, file }), [archive, path, folder, file])
  useScreen({
    title: nameOf(folder || path),
    ...ARCHIVE_COMMANDS,
    selection: archive.selection,
    up: wayUp(path, folder),
  })
  // The file above the rows gets all keys.
  useKeyLayer(archive.openFile === null ? null : { layer: 'stage', isModal: true, handle: () => false })
  return (
    <>
      <ArchivePanel />
      {archive.openFile === null ? null : <EntryStage key={archive.openFile.path} row={archive.openFile} />}
    </>
  )
})

/** From a folder of the archive to the one above it, and from its root to the folder that contains the archive. */
function wayUp(path: string, folder: string): WayUp {
  if (folder === '') return { to: filesUrl(parentOf(path), true), from: nameOf(path) }
  const above = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))
  return { to: archivePageUrl(path, { folder: above }), from: nameOf(folder) }
}
