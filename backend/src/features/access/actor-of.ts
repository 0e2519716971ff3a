// A person's record and the global rules, made into the actor that the authoriser knows.
import type { Rule } from '../../../contract/users.ts'
import type { Log } from '../../lib/log.ts'
import { houseBucket, placeOfScope } from '../../storage/paths.ts'
import type { User } from '../users/user.ts'
import type { Actor } from './actor.ts'
import { type CompiledRule, compileRule } from './rules.ts'

/** Where people's trees lie: the prefix of all buckets, and the shared folder's name in every root ('' for none). */
export interface TreeLayout {
  bucketPrefix: string
  sharedFolder: string
}

/** Makes the function that makes actors. */
export function createActorOf(
  { bucketPrefix, sharedFolder }: TreeLayout,
  log: Pick<Log, 'warn'>,
): (user: User, globalRules: readonly Rule[]) => Actor {
  // Compiling patterns for every request would be dear; the lists live as long as the records that hold them.
  const compiled = new WeakMap<readonly Rule[], CompiledRule[]>()

  function compileRules(rules: readonly Rule[], whose: string): CompiledRule[] {
    const known = compiled.get(rules)
    if (known) return known
    const made = rules.map(compileRule)
    if (made.some(({ kind }) => kind === 'broken'))
      log.warn({ whose }, 'a stored rule cannot be read: it denies everything')
    compiled.set(rules, made)
    return made
  }

  return function actorOf(user, globalRules) {
    return {
      id: String(user.id),
      kind: 'person',
      userId: user.id,
      username: user.username,
      perm: user.perm,
      mounts: {
        scope: placeOfScope(bucketPrefix, user.scope),
        sharedFolder,
        sharedBucket: houseBucket(bucketPrefix, 'shared'),
      },
      rules: [...compileRules(globalRules, 'everybody'), ...compileRules(user.rules, user.username)],
      hideDotfiles: user.hideDotfiles,
    }
  }
}
