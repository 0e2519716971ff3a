// Photos of a day in earlier years: a worker reads their dates, and people see those that they may download.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import type { DayPhotos } from '../../backend/contract/photo-days.ts'
import type { Client } from '../helpers/client.ts'
import { type Nido, startNido } from '../helpers/nido.ts'
import { soon } from '../helpers/until.ts'
import { filesOf } from './files-client.ts'

const DAY = '2026-11-26'
let shade = 0
const photoOf = (taken: string | null): Promise<Buffer> => {
  shade += 1
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: { r: shade, g: 90, b: 150 } } })
  return (
    taken === null ? picture.jpeg() : picture.jpeg().withExif({ IFD2: { DateTimeOriginal: `${taken} 10:11:12` } })
  ).toBuffer()
}
const photosOf = async (client: Client, day = DAY) =>
  (await client.get(`/api/photos/day?day=${day}`)).expect(200).json<DayPhotos>()
const brief = ({ items }: DayPhotos) => items.map(({ taken, item }) => [taken, item.path])

let nido: Nido
beforeAll(async () => {
  nido = await startNido({ replicas: 1 })
}, 120_000)
afterAll(() => nido.stop(), 60_000)

describe('the photos of a day', () => {
  it('wait for a worker, and say so', async () => {
    const person = await nido.makePerson()
    ;(await person.post('/api/photos/looks')).expect(204)
    expect(await photosOf(person)).toEqual({ items: [], looked: 0, total: 0, reading: false, worker: false })
  })

  it('are those of earlier years, one’s own and shared ones, without what a rule hides', async () => {
    const [ann, bob, guest] = await Promise.all([
      nido.makePerson(),
      nido.makePerson({ rules: [{ regex: false, allow: false, path: '/Shared/private' }] }),
      nido.makePerson({ perm: { download: false, share: false } }),
    ])
    const files = filesOf(ann)
    await files.given({
      'beach.jpg': await photoOf('2019:11:26'),
      'trip/old.jpeg': await photoOf('2011:11:26'),
      'today.jpg': await photoOf('2026:11:26'),
      'other.jpg': await photoOf('2019:11:27'),
      'plain.jpg': await photoOf(null),
      'broken.jpg': 'no picture',
      'Shared/all.jpg': await photoOf('2020:11:26'),
      'Shared/private/party.jpg': await photoOf('2021:11:26'),
    })
    await nido.addWorker()
    const whole = async (client: Client, count: number) => {
      await soon(
        async () => (await photosOf(client)).worker,
        (isThere) => isThere,
      )
      ;(await client.post('/api/photos/looks')).expect(204)
      return soon(
        () => photosOf(client),
        ({ items, reading }) => items.length >= count && !reading,
      )
    }
    const mine = await whole(ann, 4)
    expect(brief(mine)).toEqual([
      ['2021-11-26', '/Shared/private/party.jpg'],
      ['2020-11-26', '/Shared/all.jpg'],
      ['2019-11-26', '/beach.jpg'],
      ['2011-11-26', '/trip/old.jpeg'],
    ])
    expect(mine).toMatchObject({ looked: 8, total: 8, reading: false, worker: true })
    expect(brief(await whole(bob, 1))).toEqual([['2020-11-26', '/Shared/all.jpg']])
    expect(await photosOf(guest)).toMatchObject({ items: [], total: 0 })
    expect(brief(await photosOf(ann, '2026-11-27'))).toEqual([['2019-11-27', '/other.jpg']])
    // What is replaced by another picture has another date, which is not known yet.
    ;(await files.save('/beach.jpg', await photoOf('2018:11:26'))).expect(200)
    expect(brief(await photosOf(ann))).not.toContainEqual(['2019-11-26', '/beach.jpg'])
  }, 120_000)

  it('ask for a day, and for somebody who is signed in', async () => {
    const person = await nido.makePerson()
    for (const query of ['', '?day=11-26', '?day=2026-13-01', '?day=x'])
      (await person.get(`/api/photos/day${query}`)).expect(400)
    ;(await nido.client().get(`/api/photos/day?day=${DAY}`)).expect(401)
    ;(await nido.client().post('/api/photos/looks')).expect(401)
  })
})
