// Changes of files that the server may continue after answering.
import type { Change } from '../../api/resources.ts'
import type { RootStore } from '../RootStore.ts'
import type { Work } from './Work.ts'

/** What is changed, and how. */
export interface Changed extends Change {
  path: string
}

/**
 * Moves, renames or copies, and waits until that has happened.
 * @throws ApiError also if it was undone, failed, or cannot be queried
 */
export async function carryOut(
  { api, operations }: Pick<RootStore, 'api' | 'operations'>,
  { path, ...change }: Changed,
  work?: Work,
): Promise<void> {
  const operation = await api.resources.change(path, change, work?.id)
  if (operation !== null) await operations.wait(operation, work)
}
