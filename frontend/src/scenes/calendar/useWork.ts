import { useState } from 'react'
import { messageOf } from '../../api/error-message.ts'
import type { Message } from '../../i18n/message.ts'

/** Calls of a form that stays open: one at a time, and why the last one failed. */
export function useWork(messageFor: (error: unknown) => Message = messageOf) {
  const [isWorking, setWorking] = useState(false)
  const [failure, setFailure] = useState<Message | null>(null)
  /** Answers whether it went well. */
  const work = async (call: () => Promise<void>): Promise<boolean> => {
    if (isWorking) return false
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
  return { isWorking, failure, work }
}
