import { useEffect, useEffectEvent, useState } from 'react'
import type { ApiError } from '../../api/http.ts'
import { Latest } from '../../stores/Latest.ts'

export interface FileBytes {
  /** Null until they are fetched. */
  bytes: Uint8Array<ArrayBuffer> | null
  /** Why they could not be fetched. */
  error: ApiError | null
  retry(): void
}

/**
 * The bytes of the open file. They are fetched again for a new version, and when the connection is back. `read` is null
 * for a file that must not be fetched. Call it inside an observer.
 */
export function useFileBytes(
  read: ((signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>) | null,
  version: string,
): FileBytes {
  const [file] = useState(() => new Latest<Uint8Array<ArrayBuffer>, string>())
  const load = useEffectEvent((of: string) => {
    if (read !== null) void file.load(read, { of })
  })
  useEffect(() => {
    load(version)
    const retry = () => {
      if (file.error !== null) load(version)
    }
    window.addEventListener('online', retry)
    return () => {
      window.removeEventListener('online', retry)
      file.forget()
    }
  }, [file, version])
  const retry = () => {
    file.forget()
    if (read !== null) void file.load(read, { of: version })
  }
  return { bytes: file.value, error: file.error, retry }
}
