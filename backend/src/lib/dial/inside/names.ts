// Guards `dns`: who looks a name up gets no address that may not be dialled.
import dns, { type LookupOptions } from 'node:dns'
import { isIP } from 'node:net'
import { promisify } from 'node:util'
import { DialRefused, familyOf, type Guard } from '../guard.ts'

type Lookup = (host: string, options: LookupOptions, callback: (...told: unknown[]) => void) => unknown

/**
 * Replaces `lookup`. What `resolve4` and its like tell is not filtered: it has to be dialled to be of use, and that is
 * checked. But they ask the system's name servers only, because any address could be called one.
 */
export function guardNames(guard: Guard): void {
  const original = dns.lookup as Lookup
  const promised = dns.promises.lookup

  function lookup(host: string, ...rest: unknown[]): unknown {
    const options = optionsOf(rest[0])
    const callback = rest.findLast((argument) => typeof argument === 'function')
    // Servers look up the address that they listen on. To say an address again leads nowhere.
    if (!callback || isIP(host) !== 0) return original(host, options, callback as never)
    guard.lookupFor(host, null)(host, { ...options, family: familyOf(options.family) }, callback as never)
    return {}
  }

  async function lookupPromised(host: string, given?: number | LookupOptions) {
    const options = optionsOf(given)
    if (isIP(host) !== 0) return promised(host, options)
    const addresses = await guard.resolve(host, familyOf(options.family), null)
    return options.all ? addresses : addresses[0]
  }

  Object.defineProperty(lookup, promisify.custom, { value: lookupPromised })
  const setServers = () => {
    throw new DialRefused('unguarded', 'other name servers may not be asked')
  }
  Object.assign(dns, { lookup, setServers })
  Object.assign(dns.promises, { lookup: lookupPromised, setServers })
  for (const { prototype } of [dns.Resolver, dns.promises.Resolver]) Object.assign(prototype, { setServers })
}

const optionsOf = (given: unknown): LookupOptions =>
  typeof given === 'number' ? { family: given } : typeof given === 'object' && given !== null ? given : {}
