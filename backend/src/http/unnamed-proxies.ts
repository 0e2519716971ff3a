// Detects proxies that the settings do not name. Everybody behind one shares its address and its limits, so operators
// have to know.
import type { Log } from '../lib/log.ts'

export interface UnnamedProxies {
  /** Records a request with forwarding headers from this address. Logged once. */
  saw(address: string): void
  /** Whether there has been one since the process started. */
  readonly wereSeen: boolean
}

export function createUnnamedProxies(log: Pick<Log, 'warn'>): UnnamedProxies {
  let wereSeen = false
  return {
    saw: (address) => {
      if (wereSeen) return
      wereSeen = true
      log.warn(
        { address },
        'a proxy that TRUSTED_PROXIES does not name: all who come by it count as one address, with the limits of one',
      )
    },
    get wereSeen() {
      return wereSeen
    },
  }
}
