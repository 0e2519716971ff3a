import { useEffect, useState } from 'react'
import { messageOf } from '../../api/error-message.ts'
import type { Message } from '../../i18n/message.ts'

/** How far the saving of something is; a message says why it failed. */
export type SaveState = 'idle' | 'saving' | 'saved' | Message

/** How long "Saved" stays, in milliseconds. */
const SAVED_MS = 2000

/** Saves, and says so: `saved` for two seconds, or what went wrong until the next try. */
export function useSaving() {
  const [state, setState] = useState<SaveState>('idle')
  useEffect(() => {
    if (state !== 'saved') return
    const timer = setTimeout(() => setState('idle'), SAVED_MS)
    return () => clearTimeout(timer)
  }, [state])
  /** Answers whether it went well. */
  const save = async (work: () => Promise<unknown>): Promise<boolean> => {
    setState('saving')
    try {
      await work()
      setState('saved')
      return true
    } catch (error) {
      setState(messageOf(error))
      return false
    }
  }
  return { state, save }
}
