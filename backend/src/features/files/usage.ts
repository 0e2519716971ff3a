// How much room a person's files take, and how much there is. What rules keep from the person shows in no figure, but
// for those that the person's own limits are measured by.
import type { Usage } from '../../../contract/resources.ts'
import { childOf, place, type UserPath } from '../../storage/paths.ts'
import type { Actor } from '../access/actor.ts'
import { sharedFolderPath } from '../tree/mount.ts'
import type { User } from '../users/user.ts'
import type { FilesOptions } from './service.ts'

const ROOT = '/' as UserPath

type Sources = Pick<FilesOptions, 'access' | 'quotas' | 'meter' | 'histories' | 'settings' | 'storageTotal' | 'storage'>

export async function tellUsage(
  sources: Sources,
  actor: Actor,
  { quota, historyLimit }: Pick<User, 'quota' | 'historyLimit'>,
): Promise<Usage> {
  const { access, quotas, meter, histories, storageTotal } = sources
  const { scope } = actor.mounts
  const limit = quotas.historyLimitOf({ quota, historyLimit })
  const mayDeny = access.mayDenyBelow(actor, ROOT)
  const [used, history, shared] = await Promise.all([
    mayDeny && quota === 0
      ? meter.usedOf(scope, {
          by: String(actor.userId),
          includes: (relative) => access.permitsTree(actor, childOf(ROOT, relative)),
        })
      : meter.used(scope),
    mayDeny && limit === 0 ? null : histories.known(scope),
    usageOfShared(sources, actor),
  ])
  return {
    total: quota || storageTotal,
    used,
    ...(history === null ? {} : { history }),
    ...(limit === 0 || !sources.storage.capabilities.versioning ? {} : { historyLimit: limit }),
    ...(shared ? { shared } : {}),
  }
}

/** The shared folder, where it has a limit and nothing in it may be kept from the person. */
async function usageOfShared(
  { access, meter, histories, settings }: Sources,
  actor: Actor,
): Promise<Usage['shared'] | null> {
  const path = sharedFolderPath(actor)
  if (path === null || !access.permits(actor, path) || access.mayDenyBelow(actor, path)) return null
  const { sharedLimit } = await settings.get()
  if (sharedLimit === 0) return null
  const at = place(actor.mounts.sharedBucket, '')
  const [used, history] = await Promise.all([meter.used(at), histories.known(at)])
  return { total: sharedLimit, used, ...(history === null ? {} : { history }) }
}
