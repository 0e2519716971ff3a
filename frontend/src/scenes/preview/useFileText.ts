import { useEffect, useEffectEvent, useState } from 'react'
import { Latest } from '../../stores/Latest.ts'

/**
 * The text of the open file, fetched again for each version. If there was no connection, it is fetched again when there
 * is one.
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
