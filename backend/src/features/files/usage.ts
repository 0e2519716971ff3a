// How much space a person's files take, and how much there is. Figures do not include files that rules hide from the
// person, except for the figures that the person's own limits use.
import type { Usage } from '../../../contract/resources.ts'
import type { Place } from '../../storage/paths.ts'
import type { Actor } from '../access/actor.ts'
import type { User } from '../users/user.ts'
import type { FilesOptions } from './options.ts'

type Sources = Pick<FilesOptions, 'tree' | 'quotas' | 'meter' | 'histories' | 'settings' | 'storageTotal' | 'storage'>

export async function tellUsage(
  sources: Sources,
  actor: Actor,
  { quota, historyLimit }: Pick<User, 'quota' | 'historyLimit'>,
): Promise<Usage> {
  const { tree, quotas, meter, histories, storageTotal } = sources
  const { scope, counts, shared: sharedPlace } = tree.summable(actor)
  const limit = quotas.historyLimitOf({ quota, historyLimit })
  const [used, history, shared] = await Promise.all([
    counts && quota === 0 ? meter.usedOf(scope, { by: String(actor.userId), includes: counts }) : meter.used(scope),
    counts && limit === 0 ? null : histories.known(scope),
    sharedPlace && usageOfShared(sources, sharedPlace),
  ])
  return {
    total: quota || storageTotal,
    used,
    ...(history === null ? {} : { history }),
    ...(limit === 0 || !sources.storage.capabilities.versioning ? {} : { historyLimit: limit }),
    ...(shared ? { shared } : {}),
  }
}

/** The shared folder, where it has a limit. */
async function usageOfShared({ meter, histories, settings }: Sources, at: Place): Promise<Usage['shared'] | null> {
  const { sharedLimit } = await settings.get()
  if (sharedLimit === 0) return null
  const [used, history] = await Promise.all([meter.used(at), histories.known(at)])
  return { total: sharedLimit, used, ...(history === null ? {} : { history }) }
}
