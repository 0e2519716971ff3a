// For whom work is done, for sharing scarce resources. It travels with the work (AsyncLocalStorage), so that it need
// not be passed as an argument.
import { AsyncLocalStorage } from 'node:async_hooks'

/** Whoever asks for something: a person from any address, or a guest by address. */
export interface Asker {
  /** `person:7`, `address:192.0.2.1`, or `nido` for background work. */
  readonly id: string
  /** All guests together may use a part of each resource and leave the rest to people. */
  readonly isGuest: boolean
}

const NIDO: Asker = { id: 'nido', isGuest: false }

const askers = new AsyncLocalStorage<Asker>()

/** Runs work on behalf of somebody. */
export const runAsked = <T>(asker: Asker, work: () => T): T => askers.run(asker, work)

/** For whom the current work is done. */
export const currentAsker = (): Asker => askers.getStore() ?? NIDO
