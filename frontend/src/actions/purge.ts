import { createTrashApi } from '../api/trash.ts'
import { Trash2 } from 'lucide-react'
import { messageOf } from '../api/error-message.ts'
import { runAll } from '../stores/operations/run-all.ts'
import type { RootStore } from '../stores/RootStore.ts'
import { trashOf } from '../stores/TrashStore.ts'
import { rowOfNote, type TrashRow } from '../stores/trash/rows.ts'
import type { Action } from './action.ts'

const AT_ONCE = 4

/** Purges the selected actions of the trash. It asks first, since nothing can bring them back. */
export const purge: Action = {
  id: 'purge',
  label: 'trash.purge',
  icon: Trash2,
  shortcuts: [{ key: 'Delete' }, { key: 'Backspace', mod: true }],
  isDangerous: true,
  isAllowed: (root) => root.session.can('delete'),
  // Everything that one action deleted is purged as a whole.
  isEnabled: (root) => trashOf(root).id === null && trashOf(root).selection.count > 0,
  run: (root) => purgeRows(root, trashOf(root).selection.items),
}

/** Purges the action that is open. */
export const purgeOpened: Action = {
  id: 'purgeOpened',
  label: 'trash.purge',
  icon: Trash2,
  isDangerous: true,
  isAllowed: purge.isAllowed,
  isEnabled: (root) => trashOf(root).note !== null,
  async run(root) {
    const { note } = trashOf(root)
    if (note !== null) await purgeRows(root, [rowOfNote(note)])
  },
}

async function purgeRows(root: RootStore, rows: readonly TrashRow[]): Promise<void> {
  const { api, operations, toasts, tray, ui } = root
  const trash = trashOf(root)
  const [first] = rows
  if (first === undefined || (await ui.ask('confirmPurge', { count: rows.length, name: first.name })) === null) return
  const keys = rows.map(({ key }) => key)
  trash.hide(keys)
  if (trash.id !== null) root.navigate('/trash', { replace: true })
  const gone = await runAll(tray, {
    start: { kind: 'purge', count: rows.length, name: first.name, folder: '', isDir: first.isDir },
    items: rows,
    atOnce: AT_ONCE,
    run: async (row, work) => {
      const operation = await createTrashApi(api.http).purge(row.note.id)
      if (operation !== null) await operations.wait(operation, work)
      return row
    },
    onFailed: ({ name }, error) =>
      toasts.show({ kind: 'bad', message: { key: 'trash.purgeFailed', values: { name, reason: messageOf(error) } } }),
  })
  if (gone.length > 0)
    toasts.success({ key: 'trash.purged', values: { count: gone.length, name: gone[0]?.name ?? '' } })
  await Promise.all([trash.refresh(), root.usage.refresh()])
  trash.unhide(keys)
}
