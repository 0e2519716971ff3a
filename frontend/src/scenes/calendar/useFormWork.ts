import { useRef, useState } from 'react'
import { messageOf } from '../../api/error-message.ts'
import type { Message } from '../../i18n/message.ts'

/** Calls of a form that stays open: one after another, in their order, and why the last one failed. */
export function useFormWork(messageFor: (error: unknown) => Message = messageOf) {
  const [isWorking, setWorking] = useState(false)
  const [failure, setFailure] = useState<Message | null>(null)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const run = async (call: () => Promise<void>): Promise<boolean> => {
    setWorking(true)
    setFailure(null)
    try {
      await call()
      return true
    } catch (error) {
      setFailure(messageFor(error))
      return false
    } finally {
      setWorking(false)
    }
  }
  /** Answers whether it went well. */
  const work = (call: () => Promise<void>): Promise<boolean> => {
    const begun = last.current.then(() => run(call))
    last.current = begun
    return begun
  }
  return { isWorking, failure, work }
}
