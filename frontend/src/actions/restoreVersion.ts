import type { Item } from '../../../backend/contract/resources.ts'
import type { FileVersion } from '../../../backend/contract/trash.ts'
import { messageOf } from '../api/error-message.ts'
import type { RootStore } from '../stores/RootStore.ts'

/** Puts an older version of a file on top, and offers to undo it. `when`: the version's time, in words. */
export async function restoreVersion(
  root: RootStore,
  { path, name }: Item,
  { version, when }: { version: FileVersion; when: string },
): Promise<void> {
  const { versions, toasts } = root
  try {
    const before = await versions.restore(path, version.id)
    const undo = { label: 'toast.undo', run: () => putBack(root, path, before) } as const
    toasts.success({ key: 'versions.restored', values: { name, when } }, before === null ? undefined : undo)
  } catch (error) {
    toasts.error(error)
  }
  await lookAgain(root)
}

async function putBack(root: RootStore, path: string, version: string | null): Promise<void> {
  if (version === null) return
  const { toasts, versions } = root
  const toast = toasts.show({ kind: 'busy', message: { key: 'toast.undoing' } })
  try {
    await versions.restore(path, version)
    toasts.replace(toast, { kind: 'good', message: { key: 'toast.undone' } })
  } catch (error) {
    toasts.replace(toast, { kind: 'bad', message: messageOf(error) })
  }
  await lookAgain(root)
}

async function lookAgain({ listing, versions, usage }: RootStore): Promise<void> {
  await Promise.all([listing.refresh(), usage.refresh(), versions.refresh()])
}
