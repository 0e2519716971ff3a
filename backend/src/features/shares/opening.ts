// A guest who comes by a link: whether it opens, and what lies behind it by what its owner may do now (api-contract 7).
import type { Attempts } from '../../database/attempts.ts'
import { limitedAddress } from '../../http/client-address.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Passwords } from '../../lib/passwords.ts'
import { nameOf, nameOfScope, type Place, type UserPath, userPathOf } from '../../storage/paths.ts'
import type { Pointers } from '../../storage/types.ts'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import type { Audit } from '../audit/service.ts'
import type { KnownAddresses } from '../session/known-addresses.ts'
import type { User } from '../users/user.ts'
import { guestOf, isCounted, isUsedUp } from './link-usage.ts'
import { type Links, pointerOf } from './links.ts'
import { auditedLink, type ShareDocument } from './model.ts'
import { hasExpired } from './present.ts'
import { decodePassword, isSame } from './proof.ts'

/** What a guest comes with. `password` is as the header has it: percent-encoded UTF-8. `gone` aborts when it is. */
export interface Guest {
  address: string
  password: string
  token: string
  gone: AbortSignal
}

/** A link that has opened: what it leads to, and who looks. */
export interface OpenedLink {
  link: ShareDocument
  actor: Actor
  /** Where it leads, in its owner's tree, and what that is called. */
  root: UserPath
  rootName: string
}

/** Finds a person as stored now; null for one that is gone. */
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
   * Tries within the window after which who guesses has to wait: at one link from one address, at any from one
   * address, and at one from all addresses where its password is not known.
   */
  most: { pair: number; address: number; account: number }
  audit: Pick<Audit, 'note'>
  now(): number
}

/** Unknown, ended, and of nobody: for guests these are one. */
export const noSuchLink = (): AppError => new AppError('notFound', 'no such link')

/** There is nothing any more, or something of another kind, where a link leads. */
class Vanished extends Error {
  override readonly name = 'Vanished'
}

/**
 * Looks at what a link leads to.
 * @throws Vanished when it is gone, or another kind of thing has taken its place; and what `look` throws
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

export interface Opening {
  /**
   * Opens a link and looks at what it leads to; looks again when that was moved meanwhile.
   * @throws AppError `notFound` for an unknown or ended link, or one without an owner; `passwordNeeded`; `forbidden`
   * when the owner may no longer share it;
   *   `tooManyRequests` after too many guesses; and what `look` throws
   */
  open<T>(hash: string, guest: Guest, look: (opened: OpenedLink) => Promise<T>): Promise<T>
  /**
   * Looks where a link leads. Where nothing is any more (`lookAtRoot`) it ends.
   * @throws AppError `notFound`, and what `look` throws
   */
  lead<T>(link: ShareDocument, look: (at: Place) => Promise<T>): Promise<T>
}

export function createOpening(options: OpeningOptions): Opening {
  const { links, pointers, personOf, access, passwords, attempts, known, most, audit, now } = options

  /** @throws AppError `notFound`, and `tooManyRequests` for who has guessed too often */
  async function find(hash: string, { address }: Guest): Promise<ShareDocument> {
    const known = await links.known(hash)
    if (known) return known
    const from = `link-address:${limitedAddress(address)}`
    await attempts.check(from, most.address)
    const found = await links.find(hash)
    if (found) return found
    await attempts.count(from)
    throw noSuchLink()
  }

  function checkEnded(link: ShareDocument, { address }: Guest): void {
    // Who is in the middle of a download may end it.
    const isOver = hasExpired(link, now()) || (isUsedUp(link) && !isCounted(link, guestOf(link._id, address), now()))
    if (isOver) throw noSuchLink()
  }

  async function checkProof(link: ShareDocument, guest: Guest): Promise<void> {
    if (link.password === '' || isSame(guest.token, link.token)) return
    if (guest.password === '') throw new AppError('passwordNeeded', 'the link has a password')
    if (!(await isPasswordOf(link, guest))) throw new AppError('passwordNeeded', 'wrong password for the link')
  }

  /** Limits are asked in the turn: of many tries at once only those under way get through beside the allowed ones. */
  async function isPasswordOf(link: ShareDocument, { address, password, gone }: Guest): Promise<boolean> {
    const at = limitedAddress(address)
    const pair = `link:${guestOf(link._id, address)}`
    const all = `link:${link._id}`
    const isKnown = await known.has(all, address)
    const isRight = await passwords.inTurn(
      async (turn) => {
        await attempts.check(pair, most.pair)
        await attempts.check(`link-address:${at}`, most.address)
        if (!isKnown) await attempts.checkStranger(all, most.account)
        const plain = decodePassword(password)
        if (plain !== null && (await turn.matches(plain, link.password))) {
          await attempts.forget(pair)
          return true
        }
        await attempts.count(pair)
        await attempts.count(`link-address:${at}`)
        await attempts.count(all)
        return false
      },
      { signal: gone },
    )
    if (isRight) await known.note(all, address)
    return isRight
  }

  async function lead<T>(link: ShareDocument, look: (at: Place) => Promise<T>): Promise<T> {
    try {
      return await pointers.follow(pointerOf(link), async (at) => {
        if (at === null) throw noSuchLink()
        return look(at)
      })
    } catch (error) {
      if (!(error instanceof Vanished)) throw error
      // Told by the journal of before and after: it was not moved, it is gone.
      await links.mend(link._id, link.rev, null)
      throw noSuchLink()
    }
  }

  return {
    lead,
    open: async (hash, guest, look) => {
      const link = await find(hash, guest)
      const owner = await personOf(link.userId)
      if (!owner) throw noSuchLink()
      try {
        checkEnded(link, guest)
        await checkProof(link, guest)
      } catch (error) {
        // Who is only to be asked for the password has not tried anything yet.
        const isAsked = error instanceof AppError && error.code === 'passwordNeeded' && guest.password === ''
        if (!isAsked)
          audit.note({ kind: 'linkRefused', who: owner.user, address: guest.address, ...auditedLink(link), error })
        throw error
      }
      return lead(link, async (at) => {
        const root = userPathOf(owner.actor.mounts, at)
        if (!root) throw noSuchLink()
        const actor = access.linkActorOf(owner.actor, root)
        access.authorize(actor, 'read', root)
        return look({ link, actor, root, rootName: nameOf(root) || nameOfScope(owner.user.scope) })
      })
    },
  }
}
