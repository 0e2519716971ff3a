import { createTrashApi } from '../api/trash.ts'
import { Trash2 } from 'lucide-react'
import type { Action } from './action.ts'
import { purge } from './purge.ts'
import { trashOf } from '../stores/TrashStore.ts'
import { runAll } from '../stores/operations/run-all.ts'

/** Purges everything in the trash. It asks first, since nothing can bring it back. */
export const emptyTrash: Action = {
  id: 'emptyTrash',
  label: 'trash.empty',
  icon: Trash2,
  isDangerous: true,
  isAllowed: purge.isAllowed,
  isEnabled: (root) => trashOf(root).state === 'ready' && trashOf(root).id === null && trashOf(root).sorted.length > 0,
  async run(root) {
    const { api, toasts, tray, ui, usage } = root
    const trash = trashOf(root)
    // The question says how much will be deleted.
    await trash.showAll()
    const keys = trash.sorted.map(({ key }) => key)
    if ((await ui.ask('confirmEmptyTrash', { count: keys.length, size: trash.size })) === null) return
    trash.hide(keys)
    let trouble: unknown = null
    const ended = await runAll(tray, {
      start: { kind: 'purge', count: keys.length, calls: 1, name: '', folder: '', isDir: false },
      items: [null],
      atOnce: 1,
      run: () => createTrashApi(api.http).empty(),
      onFailed: (_, error) => {
        trouble = error
      },
    })
    await Promise.all([trash.refresh(), usage.refresh()])
    trash.unhide(keys)
    if (trouble !== null) throw trouble
    // It was cancelled elsewhere; the tray shows that.
    if (ended.length === 0) return
    // This person may not be allowed to purge what others deleted from the shared folder.
    const left = trash.sorted.filter(({ key }) => keys.includes(key)).length
    if (left === 0) toasts.success({ key: 'trash.emptied' })
    else toasts.show({ kind: 'plain', message: { key: 'trash.emptiedPartly', values: { count: left } } })
  },
}
