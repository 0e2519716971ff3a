/** Why a file is not shown: no connection, the server refused it, or the browser cannot read it. */
export type LoadTrouble = 'offline' | 'refused' | 'unreadable'

/**
 * Finds out by a HEAD request: media elements report a lost connection, a missing file and an unknown format as the
 * same error.
 */
export async function whyNotLoaded(url: string): Promise<LoadTrouble> {
  try {
    const { ok } = await fetch(url, { method: 'HEAD' })
    return ok ? 'unreadable' : 'refused'
  } catch {
    return 'offline'
  }
}
