// Where people's trees are: given scopes, and home folders made from names.
import type { Settings } from '../../../contract/settings.ts'
import { AppError } from '../../lib/app-error.ts'
import { isBelow, parseUserPath, pathText, placeOfScope, type Place } from '../../storage/paths.ts'
import type { Storage } from '../../storage/types.ts'
import type { UserDocument } from './model.ts'

export interface Home {
  scope: string
  place: Place
  /** Whether it was made from the name, so that nobody else may have it. */
  isDerived: boolean
}

export interface HomesOptions {
  bucketPrefix: string
  storage: Pick<Storage, 'ensureBucket' | 'makeFolder' | 'isTaken'>
}

export interface Homes {
  /** @throws AppError `badRequest` for a scope that is not a path */
  given(scope: string): Home
  /** @throws AppError `badRequest` for a name of which nothing is left */
  derived(username: string, settings: Pick<Settings, 'userHomeBasePath'>): Home
  /**
   * Refuses a home folder made from a name if it has an owner or any content.
   * @throws AppError `conflict`
   */
  checkFree(home: Home, others: readonly UserDocument[]): Promise<void>
  /** @throws AppError `conflict` if a person's scope is at or inside a place */
  checkNobodyIn(place: Place, others: readonly UserDocument[]): void
  make(home: Home): Promise<void>
}

export function createHomes({ bucketPrefix, storage }: HomesOptions): Homes {
  const homeOf = (scope: string, isDerived: boolean): Home => {
    const path = parseUserPath(scope)
    return { scope: path, place: placeOfScope(bucketPrefix, path), isDerived }
  }
  const isInhabited = (place: Place, others: readonly UserDocument[]): boolean => {
    const wanted = pathText(place)
    return others.some((other) => {
      const theirs = pathText(placeOfScope(bucketPrefix, other.scope))
      return theirs === wanted || isBelow(theirs, wanted)
    })
  }
  return {
    given: (scope) => homeOf(scope, false),
    derived: (username, settings) => homeOf(`${settings.userHomeBasePath}/${folderNameOf(username)}`, true),
    checkNobodyIn: (place, others) => {
      if (isInhabited(place, others)) throw new AppError('conflict', 'somebody else has files there')
    },
    checkFree: async (home, others) => {
      if (isInhabited(home.place, others) || (await storage.isTaken(home.place)))
        throw new AppError('conflict', 'the home folder of that name is taken')
    },
    make: async ({ place }) => {
      await storage.ensureBucket(place)
      await storage.makeFolder(place)
    },
  }
}

/**
 * `ann smith` → `ann-smith`: every character outside 0-9A-Za-z@_.- becomes a dash, runs of dashes one, `..` is dropped.
 */
export function folderNameOf(username: string): string {
  const name = username
    .trim()
    .replaceAll('..', '')
    .replace(/[^0-9A-Za-z@_.-]/g, '-')
    .replace(/-+/g, '-')
  if (!/[0-9A-Za-z@_]/.test(name)) throw new AppError('badRequest', 'no home folder can be named after this user name')
  return name
}
