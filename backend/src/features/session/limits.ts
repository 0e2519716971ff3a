// Limits on failed logins, per account and address, per address, and per account. Successful logins do not count. Also
// limits on sign-ups.
import { createHash } from 'node:crypto'
import type { Attempts } from '../../database/attempts.ts'
import { limitedAddress } from '../../http/client-address.ts'

/** An attempt: at which account, from which address. */
export interface Try {
  account: string
  address: string
  /** Whether the person has recently logged in from there; if so, it may try however many others guess. */
  isKnown: boolean
}

/** The numbers of failures, or of sign-ups, after which an attempt has to wait. */
export interface SignInMost {
  pair: number
  address: number
  account: number
  signUps: number
}

export interface SignInLimits {
  /** @throws AppError `tooManyRequests` with the seconds to wait */
  check(one: Try): Promise<void>
  fail(one: Try): Promise<void>
  /** Forgets the failures of account and address. */
  succeed(one: Try): Promise<void>
  /**
   * Whether an address may sign up another person. A few more may get through at the same time. @throws AppError
   * `tooManyRequests`
   */
  checkSignUp(address: string): Promise<void>
  /** Counts a sign-up. */
  signedUp(address: string): Promise<void>
}

export function createSignInLimits(attempts: Attempts, most: SignInMost): SignInLimits {
  return {
    check: async (one) => {
      await attempts.check(pairId(one), most.pair)
      await attempts.check(addressId(one), most.address)
      if (!one.isKnown) await attempts.checkStranger(accountId(one), most.account)
    },
    fail: async (one) => {
      await attempts.count(pairId(one))
      await attempts.count(addressId(one))
      await attempts.count(accountId(one))
    },
    succeed: (one) => attempts.forget(pairId(one)),
    checkSignUp: (address) => attempts.check(signUpsId(address), most.signUps),
    signedUp: (address) => attempts.count(signUpsId(address)),
  }
}

// Names are hashed, because people type passwords into the name field.
const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url')
const pairId = ({ account, address }: Try): string => `pair:${hashed(`${limitedAddress(address)}\n${account}`)}`
const accountId = ({ account }: Try): string => `account:${hashed(account)}`
const signUpsId = (address: string): string => `sign-ups:${limitedAddress(address)}`
const addressId = ({ address }: Try): string => `address:${limitedAddress(address)}`
