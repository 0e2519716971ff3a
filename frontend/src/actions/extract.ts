import { FolderInput, PackageOpen } from 'lucide-react'
import { NAMES_MAX } from '../../../backend/contract/limits.ts'
import { messageOf } from '../api/error-message.ts'
import { nameOf, parentOf } from '../lib/paths.ts'
import { archiveOf } from '../stores/ArchiveStore.ts'
import { runAll } from '../stores/operations/run-all.ts'
import type { RootStore } from '../stores/RootStore.ts'
import type { Action } from './action.ts'

const isAllowed = ({ session }: RootStore) => session.can('create') && session.can('download')
const isEnabled = (root: RootStore) => archiveOf(root).state === 'ready' && archiveOf(root).sorted.length > 0

/** Extracts the selected entries, or the current folder of the archive, to the folder that contains the archive. */
export const extractHere: Action = {
  id: 'extractHere',
  label: 'archive.extractHere',
  icon: PackageOpen,
  isAllowed,
  isEnabled,
  async run(root) {
    const { path } = archiveOf(root)
    if (path !== null) await extract(root, path, parentOf(path))
  },
}

/** The same, to a folder that the person chooses. */
export const extractTo: Action = {
  id: 'extractTo',
  label: 'archive.extractTo',
  icon: FolderInput,
  isAllowed,
  isEnabled,
  async run(root) {
    const { path } = archiveOf(root)
    if (path === null) return
    const items = [{ path, name: nameOf(path), isDir: false }]
    const folder = await root.ui.ask('chooseFolder', { kind: 'extract', items })
    if (folder !== null) await extract(root, path, folder)
  },
}

/** The paths in the archive to extract; undefined for everything. */
function wanted(root: RootStore): string[] | undefined {
  const { selection, folder } = archiveOf(root)
  if (selection.count > 0) return selection.items.map(({ path }) => path)
  return folder === '' ? undefined : [folder]
}

async function extract(root: RootStore, path: string, to: string): Promise<void> {
  const { operations, toasts, tray, listing, usage } = root
  const { api } = archiveOf(root)
  const paths = wanted(root)
  if (paths !== undefined && paths.length > NAMES_MAX)
    return void toasts.show({ kind: 'bad', message: { key: 'archive.tooMany', values: { count: NAMES_MAX } } })
  const name = nameOf(path)
  const [made] = await runAll(tray, {
    start: { kind: 'extract', count: 1, name, folder: to, isDir: true },
    items: [path],
    atOnce: 1,
    run: async (_, work) => {
      const id = await api.extract(path, { to, ...(paths !== undefined && { paths }) })
      return id === null ? null : operations.wait(id, work)
    },
    onFailed: (_, error) =>
      toasts.show({
        kind: 'bad',
        message: { key: 'archive.extractFailed', values: { name, reason: messageOf(error) } },
      }),
  })
  await Promise.all([listing.refresh(), usage.refresh()])
  if (made) tellExtracted(root, made)
}

/** Says where the files are now, and offers to move them to the trash. */
function tellExtracted(root: RootStore, { destination, left }: { destination: string; left: number }): void {
  const { api, toasts, session, listing, usage } = root
  const values = { name: nameOf(destination), count: left }
  const message = { key: left === 0 ? 'archive.extracted' : 'archive.extractedSome', values } as const
  if (session.can('delete'))
    toasts.undoable(message, {
      run: async () => {
        await api.resources.remove(destination)
        return undefined
      },
      after: () => Promise.all([listing.refresh(), usage.refresh()]),
    })
  else toasts.success(message)
}
