// Names what a listing tells by an ETag, so that the same is neither prepared nor sent again.
import { createHash } from 'node:crypto'
import type { Sorting } from '../../../contract/users.ts'
import type { UserPath } from '../../storage/paths.ts'
import type { Actor } from '../access/actor.ts'
import type { CompiledRule } from '../access/rules.ts'

/** Characters of a hash: no two listings share 27, and nobody reads anything from them. */
const HASH_LENGTH = 27

const hashOf = (parts: unknown): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, HASH_LENGTH)

const textOfRule = (rule: CompiledRule): unknown =>
  rule.kind === 'regex' ? [rule.kind, rule.allow, rule.pattern.pattern()] : rule

/** Who looks, how much of the folder they see, and in which order: what a listing depends on beside the folder. */
export const listingView = (actor: Actor, path: UserPath, { by, asc }: Sorting): string => {
  const { id, kind, root, perm, mounts, rules, hideDotfiles } = actor
  return hashOf([id, kind, root, perm, mounts, rules.map(textOfRule), hideDotfiles, path, by, asc])
}

/** What a listing tells, whoever looks. */
export interface ListingVersion {
  /** Of the tree; no other process tells it. */
  tree: string
  /** The folder's own time, where that is told instead of its content's. */
  own: Date | null
}

/** The ETag of a listing. A weak one: it is the same in every content coding (RFC 9110 section 8.8.1). */
export const listingTag = (view: string, { tree, own }: ListingVersion): string =>
  `W/"${hashOf([view, tree, own?.getTime() ?? null])}"`
