import type { Item } from '../../../backend/contract/resources.ts'
import type { FileVersion } from '../../../backend/contract/trash.ts'
import type { RootStore } from '../stores/RootStore.ts'
import { versionsOf } from '../stores/VersionStore.ts'

/** Restores an older version of a file to the top, and offers an undo. `when`: the version's time, in words. */
export async function restoreVersion(
  root: RootStore,
  { path, name }: Item,
  { version, when }: { version: FileVersion; when: string },
): Promise<void> {
  const { toasts } = root
  const versions = versionsOf(root)
  try {
    const before = await versions.restore(path, version.id)
    const message = { key: 'versions.restored', values: { name, when } } as const
    if (before === null) toasts.success(message)
    else
      toasts.undoable(message, {
        run: async () => void (await versions.restore(path, before)),
        after: () => lookAgain(root),
      })
  } catch (error) {
    toasts.error(error)
  }
  await lookAgain(root)
}

async function lookAgain(root: RootStore): Promise<void> {
  await Promise.all([root.listing.refresh(), root.usage.refresh(), versionsOf(root).refresh()])
}
