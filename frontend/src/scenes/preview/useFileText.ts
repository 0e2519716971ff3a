import { useEffect, useEffectEvent, useState } from 'react'
import { Latest } from '../../stores/Latest.ts'

/** The text of the open file, which is fetched again for a new version. `retry` fetches it once more. */
export function useFileText(read: () => Promise<string>, version: string) {
  const [text] = useState(() => new Latest<string, string>())
  const load = useEffectEvent((of: string) => void text.load(() => read(), { of }))
  useEffect(() => load(version), [version])
  return { text, retry: () => void text.load(() => read(), { of: version }) }
}
