import { useEffect, useState } from 'react'
import type { Item } from '../../../../../backend/contract/resources.ts'
import { songOf } from '../../../lib/media-words.ts'
import { readSongTags, type SongTags, TAG_BYTES } from '../../../lib/song-tags.ts'

/** What is playing: by its tags, or else by the file name. A film has only its name. */
export function useSong({ name, type }: Pick<Item, 'name' | 'type'>, url: string): SongTags {
  const [tags, setTags] = useState<SongTags | null>(null)
  const isSong = type === 'audio'
  useEffect(() => {
    if (!isSong) return undefined
    const life = new AbortController()
    fetchTags(url, life.signal).then(setTags, () => undefined)
    return () => life.abort()
  }, [isSong, url])
  if (!isSong) return { title: name.replace(/\.[^.]+$/, ''), artist: '', album: '' }
  const named = songOf(name)
  // The name is used only if there is no title, so that title and artist come from the same source.
  return tags === null || tags.title === '' ? { ...named, album: tags?.album ?? '' } : tags
}

async function fetchTags(url: string, signal: AbortSignal): Promise<SongTags | null> {
  const answer = await fetch(url, { headers: { Range: `bytes=0-${TAG_BYTES - 1}` }, signal })
  return answer.ok ? readSongTags(new Uint8Array(await answer.arrayBuffer())) : null
}
