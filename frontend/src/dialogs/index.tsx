// Every dialog by its name, and the host that shows the open ones.
import { observer } from 'mobx-react-lite'
import { type ComponentType, useEffect } from 'react'
import { fetched } from '../components/fetched.tsx'
import { withTexts } from '../i18n/index.ts'
import type { TextRoom } from '../i18n/parts.ts'
import { keepFocus } from '../lib/focus-row.ts'
import { OWN_KEYS, useKeyLayer } from '../lib/useKeyLayer.ts'
import type { DialogAnswer, DialogName, DialogProps } from '../stores/dialogs.ts'
import { useRoot } from '../stores/useRoot.ts'
import { DialogBoundary } from './DialogBoundary.tsx'
import { DialogFailure } from './DialogFailure.tsx'

/** The props of a dialog's component: the question, and how to answer it (null: closed without an answer). */
export type DialogComponentProps<Name extends DialogName> = DialogProps<Name> & {
  close(answer: DialogAnswer<Name> | null): void
}

type DialogComponent<Name extends DialogName> = ComponentType<DialogComponentProps<Name>>

/**
 * A dialog that is fetched when it is first opened. If it cannot be fetched it says so, and closes without an answer.
 */
const dialog = <Name extends DialogName>(
  load: () => Promise<DialogComponent<Name>>,
  room?: TextRoom,
): DialogComponent<Name> =>
  fetched({
    load: withTexts(load, room),
    isPrefetched: true,
    renderFailure: ({ close }, { isOutdated, retry }) => (
      <DialogFailure kind={isOutdated ? 'updated' : 'part'} onRetry={retry} onClose={() => close(null)} />
    ),
  })

const DIALOGS: { [Name in DialogName]: DialogComponent<Name> } = {
  batchRename: dialog(async () => (await import('./BatchRenameDialog.tsx')).BatchRenameDialog),
  chooseFolder: dialog(async () => (await import('./FolderDialog.tsx')).FolderDialog),
  compress: dialog(async () => (await import('./CompressDialog.tsx')).CompressDialog),
  compare: dialog(async () => (await import('./CompareDialog.tsx')).CompareDialog),
  confirmAbort: dialog(async () => (await import('./AbortDialog.tsx')).AbortDialog),
  confirmDelete: dialog(async () => (await import('./DeleteDialog.tsx')).DeleteDialog),
  confirmEmptyTrash: dialog(async () => (await import('./EmptyTrashDialog.tsx')).EmptyTrashDialog),
  confirmLeave: dialog(async () => (await import('./LeaveDialog.tsx')).LeaveDialog, 'settings'),
  confirmPurge: dialog(async () => (await import('./PurgeDialog.tsx')).PurgeDialog),
  confirmUnshare: dialog(async () => (await import('./UnshareDialog.tsx')).UnshareDialog),
  confirmCancelImport: dialog(async () => (await import('./CancelImportDialog.tsx')).CancelImportDialog, 'imports'),
  conflict: dialog(async () => (await import('./ConflictDialog.tsx')).ConflictDialog),
  deletePerson: dialog(async () => (await import('./DeletePersonDialog.tsx')).DeletePersonDialog, 'settings'),
  discardEditorChanges: dialog(async () => (await import('./DiscardDialog.tsx')).DiscardDialog),
  download: dialog(async () => (await import('./DownloadDialog.tsx')).DownloadDialog),
  help: dialog(async () => (await import('./HelpDialog.tsx')).HelpDialog),
  importFiles: dialog(async () => (await import('./ImportFilesDialog.tsx')).ImportFilesDialog, 'imports'),
  newFile: dialog(async () => (await import('./NewFileDialog.tsx')).NewFileDialog),
  newFolder: dialog(async () => (await import('./NewFolderDialog.tsx')).NewFolderDialog),
  offerImport: dialog(async () => (await import('./OfferImportDialog.tsx')).OfferImportDialog, 'imports'),
  palette: dialog(async () => (await import('./PaletteDialog.tsx')).PaletteDialog, 'settings'),
  rename: dialog(async () => (await import('./RenameDialog.tsx')).RenameDialog),
  selectBy: dialog(async () => (await import('./SelectByDialog.tsx')).SelectByDialog),
  extendLink: dialog(async () => (await import('./ExtendLinkDialog.tsx')).ExtendLinkDialog),
  share: dialog(async () => (await import('./ShareDialog.tsx')).ShareDialog),
}

/** The open dialogs. */
export const DialogHost = observer(function DialogHost() {
  const { ui } = useRoot()
  const isOpen = ui.dialogs.length > 0
  useKeyLayer(isOpen ? OWN_KEYS : null)
  // What had the focus before may be gone, such as an entry of a menu on a touch screen.
  useEffect(() => (isOpen ? keepFocus : undefined), [isOpen])
  return ui.dialogs.map(({ id, name, props, close }) => {
    const Component = DIALOGS[name] as ComponentType<DialogComponentProps<DialogName>>
    return (
      <DialogBoundary key={id} onClose={() => close(null)}>
        <Component {...(props as DialogProps<typeof name>)} close={close} />
      </DialogBoundary>
    )
  })
})
