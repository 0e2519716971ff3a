// Every dialog by its name, and the place where the open ones stand.
import { observer } from 'mobx-react-lite'
import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react'
import type { DialogAnswer, DialogName, DialogProps } from '../stores/dialogs.ts'
import { useRoot } from '../stores/useRoot.ts'

/** What a dialog's component gets: what was asked, and how to answer (null: closed without). */
export type DialogComponentProps<Name extends DialogName> = DialogProps<Name> & { close(answer: DialogAnswer<Name> | null): void }

type DialogComponent<Name extends DialogName> = LazyExoticComponent<ComponentType<DialogComponentProps<Name>>>

const DIALOGS: { [Name in DialogName]?: DialogComponent<Name> } = {
  chooseFolder: lazy(async () => ({ default: (await import('./FolderDialog.tsx')).FolderDialog })),
  confirmAbort: lazy(async () => ({ default: (await import('./AbortDialog.tsx')).AbortDialog })),
  confirmDelete: lazy(async () => ({ default: (await import('./DeleteDialog.tsx')).DeleteDialog })),
  confirmEmptyTrash: lazy(async () => ({ default: (await import('./EmptyTrashDialog.tsx')).EmptyTrashDialog })),
  confirmLeave: lazy(async () => ({ default: (await import('./LeaveDialog.tsx')).LeaveDialog })),
  confirmPurge: lazy(async () => ({ default: (await import('./PurgeDialog.tsx')).PurgeDialog })),
  confirmUnshare: lazy(async () => ({ default: (await import('./UnshareDialog.tsx')).UnshareDialog })),
  conflict: lazy(async () => ({ default: (await import('./ConflictDialog.tsx')).ConflictDialog })),
  deletePerson: lazy(async () => ({ default: (await import('./DeletePersonDialog.tsx')).DeletePersonDialog })),
  download: lazy(async () => ({ default: (await import('./DownloadDialog.tsx')).DownloadDialog })),
  help: lazy(async () => ({ default: (await import('./HelpDialog.tsx')).HelpDialog })),
  newFile: lazy(async () => ({ default: (await import('./NewFileDialog.tsx')).NewFileDialog })),
  newFolder: lazy(async () => ({ default: (await import('./NewFolderDialog.tsx')).NewFolderDialog })),
  rename: lazy(async () => ({ default: (await import('./RenameDialog.tsx')).RenameDialog })),
  extendLink: lazy(async () => ({ default: (await import('./ExtendLinkDialog.tsx')).ExtendLinkDialog })),
  share: lazy(async () => ({ default: (await import('./ShareDialog.tsx')).ShareDialog })),
}

export const DialogHost = observer(function DialogHost() {
  const { ui } = useRoot()
  return ui.dialogs.map(({ id, name, props, close }) => {
    const Component = DIALOGS[name] as ComponentType<DialogComponentProps<DialogName>> | undefined
    return Component === undefined ? null : (
      <Suspense key={id} fallback={null}>
        <Component {...(props as DialogProps<typeof name>)} close={close} />
      </Suspense>
    )
  })
})
