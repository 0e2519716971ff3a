// The people of the household, as one of them may name them.
import type { Actor } from '../access/actor.ts'

interface Person {
  id: number
  username: string
}

/** Everybody, as known here. */
export type Everybody = () => Promise<readonly Person[]>

/** Everybody with who asks: a person who was just made is known to other replicas within a second. */
export async function knownTo(
  { userId, username }: Pick<Actor, 'userId' | 'username'>,
  everybody: Everybody,
): Promise<Person[]> {
  const known = (await everybody()).map((person) => ({ id: person.id, username: person.username }))
  return known.some(({ id }) => id === userId) ? known : [...known, { id: userId, username }]
}
