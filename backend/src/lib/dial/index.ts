// The one dialler: nothing else of Nido connects to what somebody names.
import { guardedStart, type GuardedStart } from './child.ts'
import { dial, type Dialled, type DialRequest } from './fetching.ts'
import { Guard, type GuardOptions } from './guard.ts'
import { openProxy, type Proxy, type ProxyLimits } from './proxy.ts'

export interface Dialler {
  /** Asks for what is at a link (`fetching.ts`). */
  dial(link: string | URL, request: DialRequest): Promise<Dialled>
  /** Opens a proxy for a program that dials by itself (`proxy.ts`); whoever opens it closes it. */
  openProxy(limits: ProxyLimits): Promise<Proxy>
  /** How a child of ours starts whose own sockets are guarded (`preload.ts`). */
  guardedStart(): GuardedStart
}

export function createDialler(options: Omit<GuardOptions, 'ports'>): Dialler {
  const guard = new Guard({ ...options, ports: 'web' })
  return {
    dial: (link, request) => dial(guard, link, request),
    openProxy: (limits) => openProxy(guard, limits),
    guardedStart: () => guardedStart(options),
  }
}
