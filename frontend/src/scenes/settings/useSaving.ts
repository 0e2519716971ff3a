import { useEffect, useState } from 'react'
import { messageOf } from '../../api/error-message.ts'
import type { Message } from '../../i18n/message.ts'

/** The state of saving something. A message says why it failed. */
export type SaveState = 'idle' | 'saving' | 'saved' | Message

/** How long "Saved" stays, in milliseconds: long enough for who looks elsewhere meanwhile. */
const SAVED_MS = 5_000

/** Saves and reports it: `saved` for some seconds, or the error until the next try. */
export function useSaving() {
  const [state, setState] = useState<SaveState>('idle')
  useEffect(() => {
    if (state !== 'saved') return
    const timer = setTimeout(() => setState('idle'), SAVED_MS)
    return () => clearTimeout(timer)
  }, [state])
  /** Returns whether it succeeded. */
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
