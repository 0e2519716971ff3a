import type { ImportRecord } from '../../../backend/contract/imports.ts'
import { hasEnded, shownName } from '../lib/import-facts.ts'
import { importsOf } from '../stores/ImportsStore.ts'
import type { RootStore } from '../stores/RootStore.ts'

/**
 * Cancels an import, or takes an ended one from the list. It asks first if something would be thrown away.
 * @throws ApiError
 */
export async function removeImport(root: RootStore, record: ImportRecord): Promise<void> {
  const isCostly = !hasEnded(record) && record.downloaded > 0
  if (isCostly && (await root.ui.ask('confirmCancelImport', { name: shownName(record) })) === null) return
  await importsOf(root).remove(record)
}
