// What happens when an import has ended.
import type { ImportError } from '../../../../backend/contract/import-kinds.ts'
import type { ImportRecord } from '../../../../backend/contract/imports.ts'
import { shownName } from '../../lib/import-facts.ts'
import { filesUrl, nameOf, parentOf } from '../../lib/paths.ts'
import type { RootStore } from '../RootStore.ts'

/** The text for the reason why an import failed, or why a link was refused. */
export const importErrorKey = (code: ImportError = 'internal') => `imports.error.${code}` as const

/** Opens the folder that has what an import has brought, with it selected if it is a single thing. */
export function openResult(root: RootStore, { files, result }: ImportRecord): void {
  if (result === null) return
  const { navigate, selection, listing } = root
  if (files > 1) {
    navigate(filesUrl(result, true))
    return
  }
  const folder = parentOf(result)
  navigate(filesUrl(folder, true))
  if (folder === listing.folder) selection.reveal(nameOf(result))
  else selection.await(nameOf(result))
}

/** Says in a toast that an import has ended. */
export function tellEnd(root: RootStore, record: ImportRecord): void {
  const { toasts } = root
  const { state, error, missed } = record
  const name = shownName(record)
  if (state === 'done') {
    const action = { label: 'imports.openFolder', run: () => openResult(root, record) } as const
    if (missed === 0) toasts.success({ key: 'imports.arrived', values: { name } }, action)
    else
      toasts.show({ kind: 'bad', message: { key: 'imports.arrivedInPart', values: { name, count: missed } }, action })
    return
  }
  const reason = { key: importErrorKey(error?.code) }
  toasts.show({ kind: 'bad', message: { key: 'imports.failedOne', values: { name, reason } } })
}
