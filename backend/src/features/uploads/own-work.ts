// What uploads do in the storage, including hooks. It must not wait for an upload to become its file.
import { AsyncLocalStorage } from 'node:async_hooks'

const ownWork = new AsyncLocalStorage<true>()

/** Runs storage work of an upload. */
export const asOwnWork = <T>(work: () => Promise<T>): Promise<T> => ownWork.run(true, work)

/** Whether whoever asks is an upload at work. */
export const isOwnWork = (): boolean => ownWork.getStore() === true
