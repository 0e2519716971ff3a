// A process that alone serves people goes by its memory of the journal. Nobody may notice, whoever joins or dies.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { findFreePort } from '../../scripts/lib/ports.ts'
import { happens } from '../helpers/until.ts'
import { type Counted, startCounted } from './counted.ts'
import type { PersonsFiles } from './files-client.ts'

const ROUNDS = 8
const CALLS = 40
/** Longer than others have to have changed nothing. */
const TRUSTED_MS = 90_000

let counted: Counted
let me: PersonsFiles
beforeAll(async () => {
  counted = await startCounted()
  me = counted.me
  await me.given({ '/seed.txt': 'seed' })
})
afterAll(() => counted.stop())

/** Waits until reads of the first process cost no command of the database. */
const alone = () =>
  happens(
    async () => {
      const commands = await counted.commands(async () => {
        for (let call = 0; call < CALLS; call += 1) (await me.client.get('/api/raw/seed.txt')).expect(200)
      })
      return commands < CALLS / 2
    },
    'the process goes by its memory',
    TRUSTED_MS,
  )

const another = async () => counted.nido.addReplica({ METRICS_PORT: String(await findFreePort()) })

const names = async (folder: string, replica: number): Promise<string> => {
  const answer = (await me.client.get(`/api/resources${folder}/`, { replica })).expect(200)
  return answer
    .json<{ items: { name: string }[] }>()
    .items.map(({ name }) => name)
    .toSorted()
    .join()
}

/** Writes by one process, and looks by the other right after each answer: tells what that saw. */
async function seenAtOnce(folder: string, by: number, at: number): Promise<Set<string>> {
  const seen = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const path = `${folder}/${round}`
    ;(await me.client.post(`/api/resources${path}/in/a.txt`, 'a', { replica: by })).expect(200)
    const made = await names(`${path}/in`, at)
    const renamed = `action=rename&destination=${encodeURIComponent(`${path}/out`)}`
    ;(await me.client.patch(`/api/resources${path}/in?${renamed}`, undefined, { replica: by })).expect(200)
    const moved = await names(path, at)
    ;(await me.client.delete(`/api/resources${path}/out`, { replica: by })).expect(200, 204)
    seen.add(`made ${made}, moved to ${moved}, deleted ${await names(path, at)}`)
  }
  return seen
}

const RIGHT = new Set(['made a.txt, moved to out, deleted '])

describe('a process that is alone', () => {
  it('shows at once what one does that has just joined, and the other way round', async () => {
    await alone()
    await another()
    expect(await seenAtOnce('/joined', 1, 0)).toEqual(RIGHT)
    expect(await seenAtOnce('/back', 0, 1)).toEqual(RIGHT)
  })

  it('leaves nothing waiting when it is killed', async () => {
    const [first, second] = counted.nido.replicas
    await second?.kill()
    await alone()
    const third = another()
    await first?.kill()
    const index = counted.nido.replicas.indexOf(await third)
    ;(await me.client.post('/api/resources/after/a.txt', 'a', { replica: index })).expect(200)
    expect(await names('/after', index)).toBe('a.txt')
  })
})
