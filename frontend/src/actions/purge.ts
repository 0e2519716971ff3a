import { Trash2 } from 'lucide-react'
import { messageOf } from '../api/error-message.ts'
import { inParallel } from '../lib/in-parallel.ts'
import { isStopped, reasonOf } from '../stores/OperationsStore.ts'
import type { RootStore } from '../stores/RootStore.ts'
import { rowOfNote, type TrashRow } from '../stores/TrashStore.ts'
import type { Action } from './action.ts'

const AT_ONCE = 4

/** Deletes selected actions of the trash for good. A question, since nothing can bring them back. */
export const purge: Action = {
  id: 'purge',
  label: 'trash.purge',
  icon: Trash2,
  shortcuts: [{ key: 'Delete' }, { key: 'Backspace', mod: true }],
  isDangerous: true,
  isAllowed: (root) => root.session.can('delete'),
  // What an action took goes for good as a whole.
  isEnabled: ({ trash }) => trash.id === null && trash.selection.count > 0,
  run: (root) => purgeRows(root, root.trash.selection.items),
}

/** The same with the action that is looked into. */
export const purgeOpened: Action = {
  id: 'purgeOpened',
  label: 'trash.purge',
  icon: Trash2,
  isDangerous: true,
  isAllowed: purge.isAllowed,
  isEnabled: ({ trash }) => trash.note !== null,
  async run(root) {
    const { note } = root.trash
    if (note !== null) await purgeRows(root, [rowOfNote(note)])
  },
}

async function purgeRows(root: RootStore, rows: readonly TrashRow[]): Promise<void> {
  const { api, operations, toasts, trash, ui } = root
  const [first] = rows
  if (first === undefined || (await ui.ask('confirmPurge', { count: rows.length, name: first.name })) === null) return
  const keys = rows.map(({ key }) => key)
  trash.hide(keys)
  if (trash.id !== null) root.navigate('/trash', { replace: true })
  const work = operations.begin({ kind: 'purge', count: rows.length, name: first.name, folder: '', isDir: first.isDir })
  const gone: TrashRow[] = []
  await inParallel(rows, AT_ONCE, async (row) => {
    try {
      if (work.isCancelled) return
      const operation = await api.trash.purge(row.note.id)
      if (operation !== null) await operations.wait(operation, work)
      gone.push(row)
      work.finish('done')
    } catch (error) {
      if (isStopped(error)) work.stop()
      if (work.isCancelled) return
      work.finish(reasonOf(error))
      toasts.show({
        kind: 'bad',
        message: { key: 'trash.purgeFailed', values: { name: row.name, reason: messageOf(error) } },
      })
    }
  })
  operations.end(work)
  if (gone.length > 0)
    toasts.success({ key: 'trash.purged', values: { count: gone.length, name: gone[0]?.name ?? '' } })
  await Promise.all([trash.refresh(), root.usage.refresh()])
  trash.unhide(keys)
}
