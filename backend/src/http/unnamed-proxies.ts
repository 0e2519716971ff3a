// Proxies that the settings do not name: behind one all people share its address, and the limits of one. Somebody has
// to hear of that.
import type { Log } from '../lib/log.ts'

export interface UnnamedProxies {
  /** Notes that a request came from here which says that it was forwarded. The log is told once. */
  saw(address: string): void
  /** Whether there was any since this process began. */
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
