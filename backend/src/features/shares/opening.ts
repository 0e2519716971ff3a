// Opens a link for a guest: whether it works, and what is behind it, by the owner's current permissions.
import type { Attempts } from '../../database/attempts.ts'
import { limitedAddress } from '../../http/client-address.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Passwords } from '../../lib/passwords.ts'
import { nameOf, nameOfScope, type Place, type UserPath, userPathOf } from '../../storage/paths.ts'
import { pointerOf } from '../../storage/pointers.ts'
import type { Pointers } from '../../storage/types.ts'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import type { Audit } from '../audit/service.ts'
import type { KnownAddresses } from '../session/known-addresses.ts'
import type { User } from '../users/user.ts'
import { guestOf, isCounted, isUsedUp } from './link-usage.ts'
import type { Links } from './links.ts'
import { auditedLink, type ShareDocument } from './model.ts'
import { hasExpired } from './present.ts'
import { decodePassword, isSame } from './proof.ts'

/** A guest. `password` is the header's value: percent-encoded UTF-8. `gone` aborts when the guest disconnects. */
export interface Guest {
  address: string
  password: string
  token: string
  gone: AbortSignal
}

/** An opened link: what it shares, and the actor who reads it. */
export interface OpenedLink {
  link: ShareDocument
  actor: Actor
  /** The shared path in the owner's tree, and its name. */
  root: UserPath
  rootName: string
}

/** Finds a person as stored now; null for a deleted person. */
export type PersonOf = (userId: number) => Promise<{ user: User; actor: Actor } | null>

export interface OpeningOptions {
  links: Links
  pointers: Pick<Pointers, 'follow'>
  personOf: PersonOf
  access: Pick<Access, 'linkActorOf' | 'authorize'>
  passwords: Passwords
  attempts: Pick<Attempts, 'check' | 'checkStranger' | 'count' | 'forget'>
  known: Pick<KnownAddresses, 'note' | 'has'>
  /**
   * Attempts within the window after which a guest has to wait: at one link from one address, at any link from one
   * address, and at one link from all addresses where its password is not known.
   */
  most: { pair: number; address: number; account: number }
  audit: Pick<Audit, 'note'>
  now(): number
}

/** Unknown links, ended links and links without an owner look the same to guests. */
export const noSuchLink = (): AppError => new AppError('notFound', 'no such link')

/** The shared item no longer exists, or something of another kind has taken its place. */
class Vanished extends Error {
  override readonly name = 'Vanished'
}

/**
 * Reads what a link shares.
 * @throws Vanished if it is gone or of another kind now; and what `look` throws
 */
export async function lookAtRoot<T>(
  { isFile }: Pick<ShareDocument, 'isFile'>,
  look: () => Promise<T>,
  isFileOf: (found: T) => boolean,
): Promise<T> {
  const found = await look().catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'notFound' ? new Vanished() : error
  })
  if (isFileOf(found) !== isFile) throw new Vanished()
  return found
}

export class Opening {
  readonly #options: OpeningOptions

  constructor(options: OpeningOptions) {
    this.#options = options
  }

  /**
   * Opens a link and reads what it shares; reads again if it was moved meanwhile.
   * @throws AppError `notFound` for an unknown or ended link, or one without an owner; `passwordNeeded`; `forbidden` if
   *   the owner may no longer share it; `tooManyRequests` after too many guesses; and what `look` throws
   */
  async open<T>(hash: string, guest: Guest, look: (opened: OpenedLink) => Promise<T>): Promise<T> {
    const { access, personOf } = this.#options
    const link = await this.#find(hash, guest)
    const owner = await personOf(link.userId)
    if (!owner) throw noSuchLink()
    await this.#checkGuest(link, owner.user, guest)
    return this.lead(link, async (at) => {
      const root = userPathOf(owner.actor.mounts, at)
      if (!root) throw noSuchLink()
      const actor = access.linkActorOf(owner.actor, { hash: link._id, root })
      access.authorize(actor, 'read', root)
      return look({ link, actor, root, rootName: nameOf(root) || nameOfScope(owner.user.scope) })
    })
  }

  /** @throws AppError `notFound`, and `tooManyRequests` after too many guesses */
  async #find(hash: string, { address }: Guest): Promise<ShareDocument> {
    const { attempts, links, most } = this.#options
    const known = await links.known(hash)
    if (known) return known
    const from = `link-address:${limitedAddress(address)}`
    await attempts.check(from, most.address)
    const found = await links.find(hash)
    if (found) return found
    await attempts.count(from)
    throw noSuchLink()
  }

  async #checkGuest(link: ShareDocument, owner: User, guest: Guest): Promise<void> {
    try {
      this.#checkEnded(link, guest)
      await this.#checkProof(link, guest)
    } catch (error) {
      // A guest who has not sent a password yet has not made an attempt.
      const isAsked = error instanceof AppError && error.code === 'passwordNeeded' && guest.password === ''
      if (!isAsked)
        this.#options.audit.note({
          kind: 'linkRefused',
          who: owner,
          address: guest.address,
          ...auditedLink(link),
          error,
        })
      throw error
    }
  }

  #checkEnded(link: ShareDocument, { address }: Guest): void {
    const now = this.#options.now()
    // A guest in the middle of a download may finish it.
    const isOver = hasExpired(link, now) || (isUsedUp(link) && !isCounted(link, guestOf(link._id, address), now))
    if (isOver) throw noSuchLink()
  }

  async #checkProof(link: ShareDocument, guest: Guest): Promise<void> {
    if (link.password === '' || isSame(guest.token, link.token)) return
    if (guest.password === '') throw new AppError('passwordNeeded', 'the link has a password')
    if (!(await this.#isPasswordOf(link, guest))) throw new AppError('passwordNeeded', 'wrong password for the link')
  }

  /** Limits are checked inside the turn, so that of many simultaneous attempts only those in progress exceed them. */
  async #isPasswordOf(link: ShareDocument, { address, password, gone }: Guest): Promise<boolean> {
    const { attempts, known, most, passwords } = this.#options
    const from = `link-address:${limitedAddress(address)}`
    const pair = `link:${guestOf(link._id, address)}`
    const all = `link:${link._id}`
    const isKnown = await known.has(all, address)
    const isRight = await passwords.inTurn(
      async (turn) => {
        await attempts.check(pair, most.pair)
        await attempts.check(from, most.address)
        if (!isKnown) await attempts.checkStranger(all, most.account)
        const plain = decodePassword(password)
        if (plain !== null && (await turn.matches(plain, link.password))) {
          await attempts.forget(pair)
          return true
        }
        for (const key of [pair, from, all]) await attempts.count(key)
        return false
      },
      { signal: gone },
    )
    if (isRight) await known.note(all, address)
    return isRight
  }

  /**
   * Reads what a link shares. If the item itself no longer exists (`lookAtRoot`), the link ends.
   * @throws AppError `notFound`, and what `look` throws
   */
  async lead<T>(link: ShareDocument, look: (at: Place) => Promise<T>): Promise<T> {
    const { links, pointers } = this.#options
    try {
      return await pointers.follow(pointerOf(link), async (at) => {
        if (at === null) throw noSuchLink()
        return look(at)
      })
    } catch (error) {
      if (!(error instanceof Vanished)) throw error
      // The journal before and after shows that it was not moved, so it is gone.
      await links.mend(link._id, link.rev, null)
      throw noSuchLink()
    }
  }
}
