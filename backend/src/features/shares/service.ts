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
import { createLinkLimit, type LinkLimit } from './link-limit.ts'
import type { LinkUsage } from './link-usage.ts'
import { auditedLink, type ShareDocument } from './model.ts'
import { type Guest, lookAtRoot, noSuchLink, type OpenedLink, Opening, type OpeningOptions } from './opening.ts'
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

const PRUNE_EVERY_MS = 3_600_000

export interface SharesOptions extends OpeningOptions {
  linkUsage: LinkUsage
  pointers: Pointers
  tree: Pick<Tree, 'stat' | 'placeToShare'>
  access: Access
}

const UNIT_SECONDS: Record<ShareUnit, number> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 }

export class Shares {
  readonly linkUsage: LinkUsage
  readonly tasks: readonly HouseTask[]
  readonly #options: SharesOptions
  readonly #opening: Opening
  readonly #linkLimit: LinkLimit

  constructor(options: SharesOptions) {
    this.linkUsage = options.linkUsage
    this.tasks = [{ name: 'shares', everyMs: PRUNE_EVERY_MS, run: () => this.#prune() }, ...options.linkUsage.tasks]
    this.#options = options
    this.#opening = new Opening(options)
    this.#linkLimit = createLinkLimit(options.links, options.now)
  }

  /** See `Opening.open`. */
  open<T>(hash: string, guest: Guest, look: (opened: OpenedLink) => Promise<T>): Promise<T> {
    return this.#opening.open(hash, guest, look)
  }

  /**
   * @throws AppError `forbidden`, `notFound` if nothing exists there; `conflict` for the shared folder itself;
   *   `tooMany` if the person has reached the limit
   */
  async create(asking: Asking, { path, asked }: AskedPath, body: CreateShareBody): Promise<ShareLink> {
    const { audit, links, pointers, tree } = this.#options
    const { actor, user } = asking
    const place = tree.placeToShare(actor, path)
    const secrets = await this.#secretsOf(body.password)
    const hash = randomBytes(12).toString('base64url')
    const made = (there: Pick<ShareDocument, 'place' | 'rev' | 'isFile'>): ShareDocument => ({
      ...this.#unused(body),
      ...secrets,
      _id: hash,
      userId: user.id,
      asked,
      ...there,
    })
    let kept = made({ place: pathText(place), rev: 0, isFile: false })
    await pointers.make(place, {
      look: () => tree.stat(actor, path),
      keep: async ({ kind }, { at, rev }) => {
        kept = made({ place: pathText(at), rev, isFile: kind === 'file' })
        await this.#linkLimit.insert(kept)
      },
      mend: (pointer) => links.mend(hash, kept.rev, pointer),
    })
    audit.note({ kind: 'linkMade', ...auditedOf(actor), ...auditedLink(kept) })
    return this.#presentOne(asking, kept)
  }

  /** What a link holds that starts now, and that nobody has used. */
  #unused({ expires, unit, limit }: CreateShareBody) {
    return {
      kind: 'read' as const,
      expires: this.#endOf(expires, unit),
      created: this.#options.now(),
      limit,
      downloads: 0,
      guests: {},
      opened: 0,
      lastUsed: 0,
    }
  }

  /** When a link with a given duration expires if it starts now, in seconds since 1970. */
  #endOf(count: number, unit: ShareUnit): number {
    return count === 0 ? 0 : Math.floor(this.#options.now() / 1000) + count * UNIT_SECONDS[unit]
  }

  /** What is stored of a password, with a new token. */
  async #secretsOf(password: string): Promise<Pick<ShareDocument, 'password' | 'token'>> {
    return password === ''
      ? { password: '', token: '' }
      : {
          password: await this.#options.passwords.hash(password),
          token: randomBytes(96).toString('base64url'),
        }
  }

  /**
   * The caller's own links, or everybody's for an administrator: by person, then by expiry. `ended`: links that have
   * ended and can be extended.
   */
  async list(asking: Asking, { ended }: { ended: boolean }): Promise<ShareLink[]> {
    const { access, links, now } = this.#options
    access.demand(asking.actor, 'share')
    const all = await links.all()
    return this.#present(
      asking,
      all.filter((link) => mayList(asking, link) && hasLinkEnded(link, now()) === ended && !isForgotten(link, now())),
    )
  }

  /** The links of exactly that path. @throws AppError `forbidden` */
  async listAt(asking: Asking, path: UserPath): Promise<ShareLink[]> {
    const { access, links, now } = this.#options
    const place = pathText(access.authorize(asking.actor, 'share', path))
    const all = await links.all()
    return this.#present(
      asking,
      all.filter((link) => mayList(asking, link) && link.place === place && !hasLinkEnded(link, now())),
    )
  }

  async #present({ user }: Asking, found: ShareDocument[]): Promise<ShareLink[]> {
    const ids = [...new Set(found.map((link) => link.userId))]
    const owners = new Map(await Promise.all(ids.map(async (id) => [id, await this.#options.personOf(id)] as const)))
    return found
      .sort((a, b) => a.userId - b.userId || a.expires - b.expires || a.created - b.created)
      .map((link) => presentLink(link, { asking: user, owner: owners.get(link.userId) ?? null }))
  }

  async #presentOne(asking: Asking, link: ShareDocument): Promise<ShareLink> {
    return presentLink(link, { asking: asking.user, owner: await this.#options.personOf(link.userId) })
  }

  async #find(hash: string): Promise<ShareDocument> {
    const link = await this.#options.links.find(hash)
    if (!link) throw new AppError('notFound', 'no such link')
    return link
  }

  /**
   * Only for the owner, also after the link has ended.
   * @throws AppError `forbidden`; `notFound` for an unknown link, or if its file is gone
   */
  async change(asking: Asking, hash: string, { password, expires, unit, limit }: ChangeShareBody): Promise<ShareLink> {
    const { access, audit, links } = this.#options
    access.demand(asking.actor, 'share')
    const link = await this.#find(hash)
    if (link.userId !== asking.user.id) throw belongsToOther()
    const fields: Partial<ShareDocument> = {
      ...(password === undefined ? {} : await this.#secretsOf(password)),
      ...(expires === undefined ? {} : { expires: this.#endOf(expires, unit) }),
      ...(limit === undefined ? {} : { limit }),
    }
    await this.#checkThere(asking, link)
    if (Object.keys(fields).length > 0) {
      await links.change(hash, fields)
      audit.note({
        kind: 'linkChanged',
        ...auditedOf(asking.actor),
        ...auditedLink(link),
        fields: Object.keys(fields).filter((name) => name !== 'token'),
      })
    }
    return this.#presentOne(asking, await this.#find(hash))
  }

  /** Whether a link still leads to what it was created for, and its owner may share that. */
  #checkThere({ actor }: Asking, link: ShareDocument): Promise<void> {
    const { access, tree } = this.#options
    return this.#opening.lead(link, async (at) => {
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

  /** @throws AppError `forbidden` for another person's link unless the caller is an administrator; `notFound` */
  async remove(asking: Asking, hash: string): Promise<void> {
    const { access, audit, links, personOf } = this.#options
    access.demand(asking.actor, 'share')
    const link = await this.#find(hash)
    if (!mayList(asking, link)) throw belongsToOther()
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
  }

  async removeAllOf(userId: number): Promise<number> {
    const { links } = this.#options
    const own = (await links.all()).filter((link) => link.userId === userId)
    await links.remove(own.map((link) => link._id))
    return own.length
  }

  /** Deletes links that ended long ago, and those without an owner. */
  async #prune(): Promise<void> {
    const { links, now, personOf } = this.#options
    const over: string[] = []
    // A process that died while it deleted a person may have left them.
    for (const link of await links.all())
      if (isForgotten(link, now()) || (await personOf(link.userId)) === null) over.push(link._id)
    await links.remove(over)
  }

  stop(): Promise<void> {
    return this.linkUsage.stop()
  }
}

const mayList = ({ user }: Asking, link: ShareDocument): boolean => can(user, 'admin') || link.userId === user.id

const belongsToOther = (): AppError => new AppError('forbidden', 'the link belongs to somebody else')
