// Versions that one long write has made of a file, one after the other, known by the write's id in each. Only these are
// removed, by their exact ids; no delete marker is laid or taken away.
import type { StorageCore } from './core.ts'
import type { JournalState } from './journal-state.ts'
import type { Listed } from './listing-page.ts'
import { WRITE_ID } from './metadata.ts'
import { versionsOfKey } from './names.ts'
import { deleteVersions } from './object-removal.ts'
import { fileKey, pathText, type Place } from './paths.ts'
import { translating } from './s3-errors.ts'
import type { OwnVersions } from './types.ts'

export interface OwnVersionsOptions {
  core: StorageCore
  /** The journal, once nothing pending touches a path. @throws AppError `locked` */
  free(path: string): Promise<JournalState>
  /** Called with paths of which readers may see something else now. */
  suspect(paths: string[]): void
  /** Called with a noted version that is on top again, since the write that replaced it is taken back. */
  forget(at: Place, replaced: { version: string; successor: string }): Promise<void>
}

export function createOwnVersions({ core, free, suspect, forget }: OwnVersionsOptions): OwnVersions {
  const { clients, changes, marks } = core

  /** Removes versions from the bottom up, so that nothing older shows on the way. */
  async function removeOldestFirst(at: Place, versions: Listed[]): Promise<void> {
    for (const { key, version } of versions.toReversed()) {
      await deleteVersions(clients.control, at.bucket, [{ key, version }])
    }
  }

  return {
    dropSuperseded: (at, writeId) =>
      translating(async () => {
        if (!clients.capabilities.versioning) return
        const own = (await versionsOfKey(core, at.bucket, fileKey(at))).filter((version) => isOwn(version, writeId))
        // The newest of them is the present file, or lies beneath what somebody has written since.
        await removeOldestFirst(at, own.slice(1))
        await core.onHistory({ at, bytes: -bytesOf(own.slice(1)) })
      }),

    takeBack: (at, writeId) =>
      translating(async () => {
        const path = pathText(at)
        await free(path)
        const versions = await versionsOfKey(core, at.bucket, fileKey(at))
        // Somebody else has written, moved or deleted the file since.
        if (!isOwn(versions[0], writeId)) return false
        const own = versions.filter((version) => isOwn(version, writeId))
        await removeOldestFirst(at, own)
        await marks.announce(at)
        suspect([path])
        changes.tellUpwards(at)
        const beneath = versions.find((version) => !isOwn(version, writeId))
        await core.onHistory({ at, bytes: -(bytesOf(own.slice(1)) + (beneath?.size ?? 0)) })
        if (beneath && !beneath.isMarker) await forget(at, { version: beneath.version, successor: writeId })
        return true
      }),
  }
}

const isOwn = (version: Listed | undefined, writeId: string): boolean =>
  version !== undefined && !version.isMarker && version.version !== '' && version.metadata[WRITE_ID] === writeId

const bytesOf = (versions: readonly Listed[]): number => versions.reduce((sum, { size }) => sum + size, 0)
