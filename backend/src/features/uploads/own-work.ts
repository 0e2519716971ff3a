// What uploads do themselves in the storage, hooks included: it waits for no upload to become its file first.
import { AsyncLocalStorage } from 'node:async_hooks'

const ownWork = new AsyncLocalStorage<true>()

/** Runs what an upload does in the storage. */
export const asOwnWork = <T>(work: () => Promise<T>): Promise<T> => ownWork.run(true, work)

export const isOwnWork = (): boolean => ownWork.getStore() === true
