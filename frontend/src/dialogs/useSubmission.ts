import { useState } from 'react'
import { messageOf } from '../api/error-message.ts'
import type { Message } from '../i18n/message.ts'

export interface Submission {
  isBusy: boolean
  /** Why the last run failed. */
  failure: Message | null
  /** Does nothing while another run is under way. An error becomes `failure`. */
  run(work: () => Promise<void>): Promise<void>
}

/** Submits a dialog's form. It stays busy after a success, because the dialog closes then. */
export function useSubmission(messageFor: (error: unknown) => Message = messageOf): Submission {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Message | null>(null)
  const run = async (work: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(messageFor(error))
      setBusy(false)
    }
  }
  return { isBusy, failure, run }
}
