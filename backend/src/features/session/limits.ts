// Limits on failed sign-ins: of an account and address, of an address alone, of an account alone. Successes count
// nothing. And on sign-ups.
import { createHash } from 'node:crypto'
import type { Attempts } from '../../database/attempts.ts'
import { limitedAddress } from '../../http/client-address.ts'

/** One try: of which account, from which address. */
export interface Try {
  account: string
  address: string
  /** Whether the person has come from there lately: however many others guess, it may try. */
  isKnown: boolean
}

/** The numbers of failures, or of sign-ups, after which somebody has to wait. */
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
  /** Forgets the failures of the pair. */
  succeed(one: Try): Promise<void>
  /**
   * Whether an address may sign one more up: of those that come at once a few more get through. @throws AppError
   * `tooManyRequests`
   */
  checkSignUp(address: string): Promise<void>
  /** Counts somebody who was signed up. */
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

// Names are hashed: people type passwords into the field of the name.
const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url')
const pairId = ({ account, address }: Try): string => `pair:${hashed(`${limitedAddress(address)}\n${account}`)}`
const accountId = ({ account }: Try): string => `account:${hashed(account)}`
const signUpsId = (address: string): string => `sign-ups:${limitedAddress(address)}`
const addressId = ({ address }: Try): string => `address:${limitedAddress(address)}`
