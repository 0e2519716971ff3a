// Keeps the content of listings for times when the server cannot be reached. The code for it is fetched after the first
// screen.
import type { FolderResource } from '../../../../backend/contract/resources.ts'
import { ApiError } from '../../api/http.ts'
import { firstScreen } from '../../lib/first-screen.ts'
import { prefetched } from '../../lib/prefetch.ts'
import type { RootStore } from '../RootStore.ts'
import type { KeptFolder } from './KeptFolders.ts'

const keptFolders = prefetched(async () => (await import('./KeptFolders.ts')).keptFolders)

const ownerOf = ({ session }: RootStore): number | null => session.user?.id ?? null

export function keepFolder(root: RootStore, path: string, folder: FolderResource): void {
  const owner = ownerOf(root)
  // If the code cannot be fetched, nothing is kept. That is reported when it matters.
  if (owner === null) return
  void firstScreen
    .then(() => keptFolders.load())
    .then(
      (folders) => folders.put({ owner, path }, folder),
      () => undefined,
    )
}

/**
 * The last seen content of a folder that could not be fetched.
 * @throws the error if there is none or it would not help
 */
export async function keptInstead(root: RootStore, path: string, error: unknown): Promise<KeptFolder> {
  const owner = ownerOf(root)
  if (owner === null || !(error instanceof ApiError) || error.code !== 'network') throw error
  const folders = await keptFolders.load().catch(() => null)
  const kept = await folders?.get({ owner, path })
  if (!kept) throw error
  return kept
}

/** Removes what belongs to somebody who has signed out from the browser. */
export function forgetOthers(root: RootStore): void {
  const owner = ownerOf(root)
  const folders = owner === null ? keptFolders.load() : Promise.resolve(keptFolders.part)
  // If the code cannot be fetched, the end of the next session tries again.
  void folders.then(
    (kept) => kept?.keepOnly(owner),
    () => undefined,
  )
}
