// Limits on failed sign-ins, of an account and address and of an address alone. Successes count nothing.
import { createHash } from 'node:crypto'
import type { Tries } from '../../database/tries.ts'
import { limitedAddress } from '../../http/client-address.ts'

/** One try: of which account, from which address. */
export interface Try { account: string; address: string }

export interface SignInLimits {
  /** @throws AppError `tooManyRequests` with the seconds to wait */
  check(one: Try): Promise<void>
  fail(one: Try): Promise<void>
  /** Forgets the failures of the pair. */
  succeed(one: Try): Promise<void>
}

/** `most`: failures after which an account and address, or an address, have to wait. */
export function createSignInLimits(tries: Tries, most: { pair: number; address: number }): SignInLimits {
  return {
    check: async (one) => {
      await tries.check(pairId(one), most.pair)
      await tries.check(addressId(one), most.address)
    },
    fail: async (one) => {
      await tries.count(pairId(one))
      await tries.count(addressId(one))
    },
    succeed: (one) => tries.forget(pairId(one)),
  }
}

// Names are hashed: people type passwords into the field of the name.
const pairId = ({ account, address }: Try): string => `pair:${createHash('sha256').update(`${limitedAddress(address)}\n${account}`).digest('base64url')}`
const addressId = ({ address }: Try): string => `address:${limitedAddress(address)}`
