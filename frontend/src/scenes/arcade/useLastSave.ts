import { useEffect, useState } from 'react'
import { pathsOfGame } from '../../lib/game-paths.ts'
import { nameOf, parentOf } from '../../lib/paths.ts'
import { stemOfRom } from '../../lib/rom-paths.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** The last save of a game: when it was stored (RFC 3339), and the address of its picture; null where there is none. */
export interface LastSave {
  at: string | null
  picture: string | null
}

const NONE: LastSave = { at: null, picture: null }
const HITS = 50

/** Looks for the last save of a game, which may have none. */
export function useLastSave(rom: string): LastSave {
  const { api } = useRoot()
  const [last, setLast] = useState({ rom, save: NONE })
  useEffect(() => {
    const gone = new AbortController()
    const look = async () => {
      const { save, poster } = pathsOfGame(rom, '')
      // A search, since the folder may not exist.
      const query = `"${stemOfRom(rom).replaceAll('"', ' ')}"`
      const { hits } = await api.search.find(parentOf(save), { query, limit: HITS, signal: gone.signal })
      const timeOf = (path: string) => hits.find((hit) => hit.path === nameOf(path))?.modified ?? null
      const key = timeOf(poster)
      const picture = key === null ? null : `${api.resources.rawUrl(poster, true)}&key=${encodeURIComponent(key)}`
      setLast({ rom, save: { at: timeOf(save), picture } })
    }
    look().catch(() => undefined)
    return () => gone.abort()
  }, [api, rom])
  return last.rom === rom ? last.save : NONE
}
