import { useEffect, useEffectEvent, useState } from 'react'
import { Latest } from '../../stores/Latest.ts'

/**
 * The text of the file that is shown, fetched anew with each version of it. What failed for want of a connection is
 * fetched again when there is one.
 */
export function useFileText(read: () => Promise<string>, version: string): Latest<string, string> {
  const [text] = useState(() => new Latest<string, string>())
  const load = useEffectEvent((of: string) => void text.load(() => read(), { of }))
  useEffect(() => load(version), [version])
  useEffect(() => {
    const retry = () => {
      if (text.error !== null) load(version)
    }
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [text, version])
  return text
}
