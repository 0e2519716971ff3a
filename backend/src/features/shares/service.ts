// The links of the household: created, listed, changed and deleted by their owners, opened by guests.
import { randomBytes } from 'node:crypto'
import { can } from '../../../contract/rights.ts'
import type { ChangeShareBody, CreateShareBody, ShareLink, ShareUnit } from '../../../contract/shares.ts'
import type { HouseTask } from '../../database/house-keeping.ts'
import { AppError } from '../../lib/app-error.ts'
import { pathText, type UserPath, userPathOf } from '../../storage/paths.ts'
import type { Pointers } from '../../storage/types.ts'
import type { Access } from '../access/access.ts'
import { type Actor, auditedOf } from '../access/actor.ts'
import type { Tree } from '../tree/service.ts'
import type { User } from '../users/user.ts'
import { createLinkLimit } from './link-limit.ts'
import type { LinkUsage } from './link-usage.ts'
import { auditedLink, type ShareDocument } from './model.ts'
import { createOpening, lookAtRoot, noSuchLink, type Opening, type OpeningOptions } from './opening.ts'
import { hasLinkEnded, isForgotten, presentLink } from './present.ts'

/** The caller: the record, and the actor made from it. */
export interface Asking {
  user: User
  actor: Actor
}

/** A path as it was sent: cleaned for reading, and unchanged for display. */
export interface AskedPath {
  path: UserPath
  asked: string
}

export interface Shares extends Pick<Opening, 'open'> {
  /**
   * @throws AppError `forbidden`, `notFound` if nothing exists there; `conflict` for the shared folder itself;
   *   `tooMany` if the person has reached the limit
   */
  create(asking: Asking, at: AskedPath, body: CreateShareBody): Promise<ShareLink>
  /**
   * The caller's own links, or everybody's for an administrator: by person, then by expiry. `ended`: links that have
   * ended and can be extended.
   */
  list(asking: Asking, options: { ended: boolean }): Promise<ShareLink[]>
  /** The links of exactly that path. @throws AppError `forbidden` */
  listAt(asking: Asking, path: UserPath): Promise<ShareLink[]>
  /**
   * Only for the owner, also after the link has ended.
   * @throws AppError `forbidden`; `notFound` for an unknown link, or if its file is gone
   */
  change(asking: Asking, hash: string, body: ChangeShareBody): Promise<ShareLink>
  /** @throws AppError `forbidden` for another person's link unless the caller is an administrator; `notFound` */
  remove(asking: Asking, hash: string): Promise<void>
  removeAllOf(userId: number): Promise<void>
  readonly linkUsage: LinkUsage
  readonly tasks: readonly HouseTask[]
  stop(): Promise<void>
}

const PRUNE_EVERY_MS = 3_600_000

export interface SharesOptions extends OpeningOptions {
  linkUsage: LinkUsage
  pointers: Pointers
  tree: Pick<Tree, 'stat' | 'placeToShare'>
  access: Access
}

const UNIT_SECONDS: Record<ShareUnit, number> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 }

export function createShares(options: SharesOptions): Shares {
  const { links, linkUsage, pointers, tree, access, passwords, personOf, audit, now } = options
  const opening = createOpening(options)
  const linkLimit = createLinkLimit(links, now)

  /** When a link with a given duration expires if it starts now, in seconds since 1970. */
  const endOf = (count: number, unit: ShareUnit): number =>
    count === 0 ? 0 : Math.floor(now() / 1000) + count * UNIT_SECONDS[unit]

  /** What is stored of a password, with a new token. */
  async function secretsOf(password: string): Promise<Pick<ShareDocument, 'password' | 'token'>> {
    return password === ''
      ? { password: '', token: '' }
      : { password: await passwords.hash(password), token: randomBytes(96).toString('base64url') }
  }

  async function present({ user }: Asking, found: ShareDocument[]): Promise<ShareLink[]> {
    const owners = new Map(
      await Promise.all(
        [...new Set(found.map((link) => link.userId))].map(async (id) => [id, await personOf(id)] as const),
      ),
    )
    return found
      .sort((a, b) => a.userId - b.userId || a.expires - b.expires || a.created - b.created)
      .map((link) => presentLink(link, { asking: user, owner: owners.get(link.userId) ?? null }))
  }

  async function presentOne(asking: Asking, link: ShareDocument): Promise<ShareLink> {
    return presentLink(link, { asking: asking.user, owner: await personOf(link.userId) })
  }

  const mayList = ({ user }: Asking, link: ShareDocument): boolean => can(user, 'admin') || link.userId === user.id

  async function find(hash: string): Promise<ShareDocument> {
    const link = await links.find(hash)
    if (!link) throw new AppError('notFound', 'no such link')
    return link
  }

  /** Whether a link still leads to what it was created for, and its owner may share that. */
  function checkThere({ actor }: Asking, link: ShareDocument): Promise<void> {
    return opening.lead(link, async (at) => {
      const path = userPathOf(actor.mounts, at)
      if (!path) throw noSuchLink()
      access.authorize(actor, 'share', path)
      await lookAtRoot(
        link,
        () => tree.stat(actor, path),
        ({ kind }) => kind === 'file',
      )
    })
  }

  /** Deletes links that ended long ago, and those without an owner. */
  async function prune(): Promise<void> {
    const over: string[] = []
    // A process that died while it deleted a person may have left them.
    for (const link of await links.all())
      if (isForgotten(link, now()) || (await personOf(link.userId)) === null) over.push(link._id)
    await links.remove(over)
  }

  return {
    open: opening.open,
    linkUsage,

    create: async (asking, { path, asked }, { password, expires, unit, limit }) => {
      const { actor, user } = asking
      const place = tree.placeToShare(actor, path)
      const secrets = await secretsOf(password)
      const hash = randomBytes(12).toString('base64url')
      const made = (isFile: boolean): ShareDocument => ({
        _id: hash,
        userId: user.id,
        kind: 'read',
        place: pathText(place),
        rev: 0,
        isFile,
        asked,
        expires: endOf(expires, unit),
        ...secrets,
        created: now(),
        limit,
        downloads: 0,
        guests: {},
        opened: 0,
        lastUsed: 0,
      })
      let kept = made(false)
      await pointers.make(place, {
        look: () => tree.stat(actor, path),
        keep: async ({ kind }, { at, rev }) => {
          kept = { ...made(kind === 'file'), place: pathText(at), rev }
          await linkLimit.insert(kept)
        },
        mend: (pointer) => links.mend(hash, kept.rev, pointer),
      })
      audit.note({ kind: 'linkMade', ...auditedOf(actor), ...auditedLink(kept) })
      return presentOne(asking, kept)
    },

    list: async (asking, { ended }) => {
      access.demand(asking.actor, 'share')
      const all = await links.all()
      return present(
        asking,
        all.filter((link) => mayList(asking, link) && hasLinkEnded(link, now()) === ended && !isForgotten(link, now())),
      )
    },

    listAt: async (asking, path) => {
      const place = pathText(access.authorize(asking.actor, 'share', path))
      const all = await links.all()
      return present(
        asking,
        all.filter((link) => mayList(asking, link) && link.place === place && !hasLinkEnded(link, now())),
      )
    },

    change: async (asking, hash, { password, expires, unit, limit }) => {
      access.demand(asking.actor, 'share')
      const link = await find(hash)
      if (link.userId !== asking.user.id) throw new AppError('forbidden', 'the link belongs to somebody else')
      const fields: Partial<ShareDocument> = {
        ...(password === undefined ? {} : await secretsOf(password)),
        ...(expires === undefined ? {} : { expires: endOf(expires, unit) }),
        ...(limit === undefined ? {} : { limit }),
      }
      await checkThere(asking, link)
      if (Object.keys(fields).length > 0) {
        await links.change(hash, fields)
        audit.note({
          kind: 'linkChanged',
          ...auditedOf(asking.actor),
          ...auditedLink(link),
          fields: Object.keys(fields).filter((name) => name !== 'token'),
        })
      }
      return presentOne(asking, await find(hash))
    },

    remove: async (asking, hash) => {
      access.demand(asking.actor, 'share')
      const link = await find(hash)
      if (!mayList(asking, link)) throw new AppError('forbidden', 'the link belongs to somebody else')
      await links.remove([hash])
      const { who: actor, address } = auditedOf(asking.actor)
      const owner = await personOf(link.userId)
      audit.note({
        kind: 'linkRemoved',
        who: { id: link.userId, username: owner?.user.username ?? '' },
        actor,
        address,
        ...auditedLink(link),
      })
    },

    removeAllOf: async (userId) =>
      links.remove((await links.all()).filter((link) => link.userId === userId).map((link) => link._id)),

    tasks: [{ name: 'shares', everyMs: PRUNE_EVERY_MS, run: prune }, ...linkUsage.tasks],
    stop: linkUsage.stop,
  }
}
