// Links as the private calls show them, and shared items as guests see them.
import { can } from '../../../contract/rights.ts'
import { ENDED_SHARE_DAYS, type ShareLink, type SharedResource } from '../../../contract/shares.ts'
import { isFolderResource, type Item, type Resource } from '../../../contract/resources.ts'
import { parseUserPath, placeOfText, relativeTo, type UserPath, userPathOf } from '../../storage/paths.ts'
import type { Actor } from '../access/actor.ts'
import type { User } from '../users/user.ts'
import { isUsedUp } from './link-usage.ts'
import type { ShareDocument } from './model.ts'

const DAY_MS = 86_400_000

/** Whether new guests are refused: the link has expired or reached its download limit. */
export const hasLinkEnded = (link: Pick<ShareDocument, 'expires' | 'limit' | 'downloads'>, now: number): boolean =>
  hasExpired(link, now) || isUsedUp(link)

export const hasExpired = ({ expires }: Pick<ShareDocument, 'expires'>, now: number): boolean =>
  expires > 0 && now >= expires * 1000

/** When a link ended, in milliseconds since 1970; Infinity if it has not. */
export function endOf(link: ShareDocument, now: number): number {
  const expired = hasExpired(link, now) ? link.expires * 1000 : Infinity
  const usedUp = isUsedUp(link) ? Math.max(link.created, link.lastUsed, ...Object.values(link.guests)) : Infinity
  return Math.min(expired, usedUp)
}

/** Whether an ended link has been kept for long enough. */
export const isForgotten = (link: ShareDocument, now: number): boolean =>
  endOf(link, now) < now - ENDED_SHARE_DAYS * DAY_MS

/** The caller, and the owner of the link if they still exist. */
export interface ShareView {
  asking: User
  owner: { user: User; actor: Actor } | null
}

export function presentLink(link: ShareDocument, { asking, owner }: ShareView): ShareLink {
  return {
    hash: link._id,
    path: pathOf(link, owner?.actor),
    userID: link.userId,
    expire: link.expires,
    ...(link.token !== '' && link.userId === asking.id ? { token: link.token } : {}),
    ...(can(asking, 'admin') ? { username: owner?.user.username ?? '' } : {}),
    kind: link.kind,
    isDir: !link.isFile,
    hasPassword: link.password !== '',
    created: new Date(link.created).toISOString(),
    opened: link.opened,
    downloads: link.downloads,
    limit: link.limit,
    lastUsed: link.lastUsed === 0 ? null : new Date(link.lastUsed).toISOString(),
  }
}

/** The path as it was sent, as long as it is correct; otherwise the current path in the owner's tree. */
function pathOf({ asked, place }: ShareDocument, owner: Actor | undefined): string {
  const now = owner && userPathOf(owner.mounts, placeOfText(place))
  if (!now || now === parseUserPath(asked)) return asked
  return asked.endsWith('/') ? `${now}/` : now
}

/** An item at or below the shared one, as a guest sees it: paths are relative to the shared item. */
export function presentShared(
  resource: Resource,
  {
    root,
    rootName,
    isFile,
    token,
    expires,
  }: { root: UserPath; rootName: string; isFile: boolean; token: string; expires: number },
): SharedResource {
  const rebase = (path: string): string => `/${relativeTo(path as UserPath, root)}`
  const shown = <T extends Item>({ subtitles, ...item }: T): Omit<T, 'subtitles'> & Pick<Item, 'subtitles'> => ({
    ...item,
    path: isFile ? '' : rebase(item.path),
    ...(item.path === root ? { name: rootName } : {}),
    // If a single file is shared, the files beside it are not.
    ...(subtitles && !isFile ? { subtitles: subtitles.map(rebase) } : {}),
  })
  const fields = { sharedName: rootName, ...(token === '' ? {} : { token }), expire: expires }
  return isFolderResource(resource)
    ? { ...shown(resource), items: resource.items.map(shown), ...fields }
    : { ...shown(resource), ...fields }
}
