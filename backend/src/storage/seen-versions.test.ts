import { describe, expect, it } from '@jest/globals'
import { comingOf } from './coming-back.ts'
import type { JournalState } from './journal-state.ts'
import type { Listed } from './listing-page.ts'
import { place } from './paths.ts'
import { seenIn } from './seen-versions.ts'

const journal: JournalState = { rev: 1, floor: 0, ops: [], closed: [] }
const at = place('b', 'box')

const listed = (key: string, version: string, isMarker = false): Listed => ({
  key,
  version,
  isMarker,
  size: 1,
  etag: version,
  lastModified: new Date(0),
  metadata: {},
  contentType: '',
})
const marker = (key: string) => listed(key, `${key}-marker`, true)

/** What is seen of a listing, where `comes` comes back and S3 has `versions`. */
async function seen({ comes, listing, versions = [] }: { comes: string[]; listing: Listed[]; versions?: Listed[] }) {
  const coming = await comingOf(comes.map((key) => ({ bucket: 'b', key, name: key, version: `${key}-kept`, size: 1 })))
  const asked: string[] = []
  const find = async (_: string, key: string) => {
    asked.push(key)
    return versions.filter((one) => one.key === key)
  }
  const objects = await Array.fromAsync(seenIn(find, { journal, coming }, { at, listed: listing }))
  return { seen: objects.map(({ version }) => version), asked }
}

describe('what is seen of a listing of versions', () => {
  it('is the newest version of each key, and nothing where that is a delete marker', async () => {
    const listing = [listed('box/a', '2'), listed('box/a', '1'), marker('box/b'), listed('box/b', '3')]
    expect(await seen({ comes: [], listing })).toEqual({ seen: ['2'], asked: [] })
  })

  it('is what comes back beneath a delete marker, but not beneath what is there', async () => {
    const listing = [
      marker('box/a'),
      listed('box/a', 'box/a-newer'),
      listed('box/a', 'box/a-kept'),
      listed('box/a', 'box/a-older'),
      listed('box/b', 'there'),
      listed('box/b', 'box/b-kept'),
      marker('box/c'),
      listed('box/c', 'box/c-kept'),
    ]
    expect(await seen({ comes: ['box/a', 'box/b'], listing })).toEqual({ seen: ['box/a-kept', 'there'], asked: [] })
  })

  it('has in its order what comes back and the listing has left out', async () => {
    const [a, b, c, d] = ['box/a', 'box/b', 'box/c', 'box/d'].map((key) => [marker(key), listed(key, `${key}-kept`)])
    const comes = ['box/a', 'box/b', 'box/c', 'box/d', 'other/e']
    const all = [a, b, c, d].flatMap((versions) => versions ?? [])
    expect(await seen({ comes, listing: [...(b ?? []), ...(c ?? [])], versions: all })).toEqual({
      seen: ['box/a-kept', 'box/b-kept', 'box/c-kept', 'box/d-kept'],
      asked: ['box/a', 'box/d'],
    })
  })
})
