import type { Item } from '../../../backend/contract/resources.ts'
import { createArchivesApi } from '../api/archives.ts'
import { messageOf } from '../api/error-message.ts'
import { parentOf } from '../lib/paths.ts'
import { runAll } from '../stores/operations/run-all.ts'
import type { RootStore } from '../stores/RootStore.ts'

/** Creates an archive of items of one folder in that folder. The format follows from its name. Never throws. */
export async function compressItems(root: RootStore, items: readonly Item[], name: string): Promise<void> {
  const { api, operations, toasts, tray, listing, usage, selection } = root
  const [first] = items
  if (first === undefined) return
  const folder = parentOf(first.path)
  const format = /\.tar\.gz$/i.test(name) ? 'targz' : 'zip'
  const names = items.map((item) => item.name)
  const made = await runAll(tray, {
    start: { kind: 'compress', count: items.length, calls: 1, name: first.name, folder, isDir: first.isDir },
    items: [name],
    atOnce: 1,
    run: async (_, work) => {
      const id = await createArchivesApi(api.http).create(folder, { name, format, names })
      if (id !== null) await operations.wait(id, work)
      return name
    },
    onFailed: (_, error) =>
      toasts.show({
        kind: 'bad',
        message: { key: 'dialog.compress.failed', values: { name, reason: messageOf(error) } },
      }),
  })
  if (made.length > 0) {
    if (listing.folder === folder) selection.await(name)
    toasts.success({ key: 'dialog.compress.done', values: { name } })
  }
  await Promise.all([listing.refresh(), usage.refresh()])
}
