// Places for heavy work that is taken up in the middle of something: whoever wants one waits for it, and gives it back.
import pLimit from 'p-limit'

export interface Slots {
  /** Waits for a slot; answers how to give it back. @throws the signal's reason when that aborts before */
  take(signal: AbortSignal): Promise<() => void>
}

/** @param count slots there are; who waits for one gets it in the order of asking */
export function createSlots(count: number): Slots {
  const limit = pLimit(count)
  return {
    take: (signal) => new Promise((resolve, reject) => {
      const leave = () => reject(signal.reason)
      signal.addEventListener('abort', leave, { once: true })
      if (signal.aborted) leave()
      void limit(() => {
        signal.removeEventListener('abort', leave)
        return signal.aborted ? undefined : new Promise<void>((giveBack) => resolve(giveBack))
      })
    }),
  }
}
