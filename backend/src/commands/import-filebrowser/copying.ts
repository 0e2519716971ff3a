// Which folders go into which buckets, as commands for rclone.
import { isBelow, pathText, placeOfScope } from '../../storage/paths.ts'

export interface CopyingOptions {
  /** The folder that the other server served. */
  root: string
  bucketPrefix: string
  /** Scopes there, and what they are here; cleaned. */
  scopes: readonly { from: string; to: string }[]
  /** Scopes there of people who are nobody here: their files wait for them. */
  others: readonly string[]
}

/**
 * A command a scope, outer ones first. What is another one's inside is left out of the outer one: here each tree stands
 * for itself.
 */
export function copyingCommands({ root, bucketPrefix, scopes, others }: CopyingOptions): string[] {
  const from = root.replace(/\/+$/, '') || '/'
  const commands = scopes
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
    .map(({ from: scope, to }) => {
      const inside = [...scopes.map((other) => other.from), ...others].filter(
        (other) => other !== scope && isBelow(other, scope === '/' ? '' : scope),
      )
      const excludes = [...new Set(inside)]
        .sort()
        .map((other) => ` --exclude ${quote(`${escapePattern(other.slice(scope === '/' ? 0 : scope.length))}/**`)}`)
      const source = scope === '/' ? from : `${from === '/' ? '' : from}${scope}`
      return (
        `rclone copy --create-empty-src-dirs --s3-directory-markers${excludes.join('')} ${quote(source)} ` +
        `${quote(`nido:${pathText(placeOfScope(bucketPrefix, to))}`)}`
      )
    })
  return [...new Set(commands)]
}

/** Signs that mean something in a filter of rclone's. */
const escapePattern = (text: string): string => text.replaceAll(/[\\*?[\]{}]/g, '\\$&')

/** One word for a POSIX shell. */
const quote = (text: string): string => (/^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)
