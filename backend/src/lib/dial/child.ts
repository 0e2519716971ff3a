// How a process is started that dials by itself, but only what may be dialled.
import { fileURLToPath } from 'node:url'
import type { GuardOptions } from './guard.ts'

/** Names of environment variables that the child's guard reads. */
export const PRIVATE_ADDRESSES = 'IMPORT_PRIVATE_ADDRESSES'
export const NAME_SERVERS = 'IMPORT_NAME_SERVERS'

/** What such a process loads before anything else, and the environment that this needs. */
export interface GuardedStart {
  /** For `node --import`. */
  module: string
  environment: Record<string, string>
}

/** The start of a guarded child. The ports are those of swarms. */
export function guardedStart({ privateAddresses = [], nameServers = [] }: Omit<GuardOptions, 'ports'>): GuardedStart {
  return {
    module: fileURLToPath(new URL('./preload.ts', import.meta.url)),
    environment: {
      ...(privateAddresses.length > 0 && { [PRIVATE_ADDRESSES]: privateAddresses.join(',') }),
      ...(nameServers.length > 0 && { [NAME_SERVERS]: nameServers.join(',') }),
    },
  }
}
