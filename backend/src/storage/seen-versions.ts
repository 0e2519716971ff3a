// What readers see of a listing of versions, while copies are not finished or something comes back.
import { type AskedBelow, keyedBelow } from './coming-back.ts'
import type { Listed } from './listing-page.ts'
import { lookUntil } from './looking-again.ts'
import type { FindVersions } from './names.ts'
import { compareNames } from './operations/windows.ts'
import { newestSeen, type Seen } from './visibility.ts'

/** With so many left out, something else is wrong: they are not asked for one by one. */
const LEFT_OUT_MAX = 100

/** A listing of versions below a place, of the keys after one. */
interface ListedBelow extends AskedBelow {
  listed: AsyncIterable<Listed> | Iterable<Listed>
}

/**
 * What readers see of a listing, in the order of its keys. What comes back and the listing has left out is asked for by
 * its key: MinIO leaves out all versions of a key that is changed at that moment.
 */
export async function* seenIn(
  find: FindVersions,
  seen: Seen,
  { at, after, listed }: ListedBelow,
): AsyncGenerator<Listed> {
  const { bucket } = at
  const coming = keyedBelow(seen.coming.keys, (key) => key, { at, after })
  let [next, leftOut] = [0, 0]
  async function* leftOutBefore(end: string | null): AsyncGenerator<Listed> {
    for (; next < coming.length; next += 1) {
      const key = coming[next] ?? ''
      if (end !== null && compareNames(key, end) >= 0) return
      leftOut += 1
      if (leftOut <= LEFT_OUT_MAX) yield* newestSeen(seen, bucket, await versionsFound(find, bucket, key))
    }
  }
  for await (const object of newestSeen(seen, bucket, listed)) {
    yield* leftOutBefore(object.key)
    if (coming[next] === object.key) next += 1
    yield object
  }
  yield* leftOutBefore(null)
}

/** The versions of a key that must have some. */
const versionsFound = (find: FindVersions, bucket: string, key: string): Promise<Listed[]> =>
  lookUntil(
    ({ length }) => length > 0,
    () => find(bucket, key),
  )
