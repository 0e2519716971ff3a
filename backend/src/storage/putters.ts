// Who has put a file at its place, as its object's metadata say. Only what Nido writes for a person says so. Other
// tools take metadata along when they copy, so the place is named, too: a copy elsewhere says nothing.
import { hash } from 'node:crypto'
import type { FileStat } from './entries.ts'
import { PUT_BY } from './metadata.ts'
import { pathText, type Place } from './paths.ts'

/** `person.place`: the person's number, and a part of a hash. */
const TOLD = /^(\d{1,15})\.([\w-]{16})$/
const HASH_LENGTH = 16

/** The metadata of what a person puts at a place. */
export const putByMetadata = (userId: number, at: Place): Record<string, string> => ({
  [PUT_BY]: `${userId}.${hashOf(at)}`,
})

/** The number of the person who has put a file at a place; null if nobody knows. */
export function putterOf({ putBy = '' }: Pick<FileStat, 'putBy'>, at: Place): number | null {
  const [, person, place] = TOLD.exec(putBy) ?? []
  return place === hashOf(at) ? Number(person) : null
}

const hashOf = (at: Place): string => hash('sha256', pathText(at), 'base64url').slice(0, HASH_LENGTH)
