// A folder of many files, which takes a while to be copied, as people look at it.
import type { FolderResource } from '../../backend/contract/resources.ts'
import { mapParallel } from '../../backend/src/lib/parallel.ts'
import type { FailpointSite, Scene } from '../faults/failpoint-site.ts'
import type { Held } from './point-files.ts'
import { happens } from './until.ts'

/** How many folders are in the folder, if it has so many files. */
export const PARTS = 4
/** Both replicas. */
export const BOTH = [0, 1] as const

/** Files lie in the folder itself and in others in it. */
export const nameOf = (index: number) => (index % 2 === 0 ? `f${index}.txt` : `part${index % PARTS}/f${index}.txt`)
/** What is in each file. */
export const contentOf = (index: number) => `content of file ${index}`
/** A person with a folder of many files, which both indexes know. */
export async function makeLargeFolder(site: FailpointSite, count: number): Promise<Scene> {
  const house = await site.scene()
  const { person, bucket, s3 } = house
  ;(await person.post('/api/resources/first.txt', 'x')).expect(200)
  const numbers = Array.from({ length: count }, (_, index) => index)
  await mapParallel(numbers, 32, (index) => s3.put(bucket, `from/${nameOf(index)}`, contentOf(index)))
  await Promise.all(
    BOTH.map((replica) =>
      happens(async () => (await search(house, 'from', replica)).length === count, 'the index knows all'),
    ),
  )
  return house
}

/**
 * Turns back a move whose owner is held. The answer comes when everybody sees that, so the owner is let go of once it
 * is asked to.
 */
export async function turnedBack(
  { person, operations }: Scene,
  { id, replica, held }: { id: string | undefined; replica?: number; held: Held },
): Promise<void> {
  const turning = person.delete(`/api/operations/${id}`, { replica })
  const isAsked = async () => (await operations()).some((one) => one.id === id && !one.canCancel)
  await happens(isAsked, 'the owner is asked to turn back')
  await held.release()
  ;(await turning).expect(204)
}

/** The text files that a search finds below a folder. */
export async function search({ person }: Scene, folder: string, replica: number): Promise<string[]> {
  const found = (await person.get(`/api/search/${folder}?query=f`, { replica })).json<
    { path: string; dir: boolean }[]
  >()
  return found.flatMap((one) => (one.dir || !one.path.endsWith('.txt') ? [] : [one.path])).toSorted()
}

/** What a listing tells of a folder. */
export async function names({ person }: Scene, folder: string, replica: number): Promise<string[]> {
  const answer = await person.get(`/api/resources/${folder}`, { replica })
  if (answer.status === 404) return ['none']
  return answer
    .expect(200)
    .json<FolderResource>()
    .items.map(({ name }) => name)
    .toSorted()
}
