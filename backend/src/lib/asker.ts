// For whom work is done: what scarce things are shared by. It goes along with the work, so that nothing deep inside has
// to be told.
import { AsyncLocalStorage } from 'node:async_hooks'

/** Whoever asks for something: a person wherever it comes from, or a guest by its address. */
export interface Asker {
  /** `person:7`, `address:192.0.2.1`, or `nido` for what nobody waits for. */
  readonly id: string
  /** Guests have a part of each scarce thing, all together, and leave the rest to people. */
  readonly isGuest: boolean
}

const NIDO: Asker = { id: 'nido', isGuest: false }

const askers = new AsyncLocalStorage<Asker>()

/** Does some work for somebody. */
export const runAsked = <T>(asker: Asker, work: () => T): T => askers.run(asker, work)

/** For whom the work under way is done. */
export const currentAsker = (): Asker => askers.getStore() ?? NIDO
