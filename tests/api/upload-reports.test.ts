// PUT /api/events/uploads: what a page reports to the other pages of its person, on two replicas.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type { EventFrame, UploadReport } from '../../backend/contract/events.ts'
import { PAGES_REPORTING_MAX } from '../../backend/contract/limits.ts'
import { LivePage } from '../helpers/live.ts'
import { type Site, useSite } from '../helpers/nido.ts'

let site: Site & { stop(): Promise<void> }
const pages: LivePage[] = []
beforeAll(async () => {
  site = await useSite()
})
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.close()))
})
afterAll(() => site.stop())

const report: UploadReport = {
  state: 'running',
  name: 'Trip',
  filesDone: 1,
  filesTotal: 12,
  bytesDone: 10,
  bytesTotal: 120,
}
const open = async (token: string, replica: number) => {
  const page = await LivePage.open(site.urls[replica] ?? '', token)
  pages.push(page)
  return page
}
const uploadsOf = ({ frames }: LivePage) =>
  frames.filter((frame): frame is Extract<EventFrame, { type: 'uploads' }> => frame.type === 'uploads')

describe('reporting uploads', () => {
  it("tells all pages of the person on every replica, and nobody else's, until they are over", async () => {
    const [ann, leo] = await Promise.all([site.makePerson(), site.makePerson()])
    const [one, two, other] = await Promise.all([open(ann.token, 0), open(ann.token, 1), open(leo.token, 0)])
    const headers = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
    ;(await ann.put('/api/events/uploads', { page: 'p1', number: 1, report }, { headers })).expect(204)
    for (const page of [one, two]) {
      await page.hears(() => uploadsOf(page).length === 1)
      expect(uploadsOf(page)[0]).toMatchObject({
        page: 'p1',
        report,
        device: { browser: 'Firefox', system: 'Linux', kind: 'desktop' },
      })
    }
    ;(await ann.put('/api/events/uploads', { page: 'p1', number: 3, report: null })).expect(204)
    for (const page of [one, two]) await page.hears(() => uploadsOf(page).at(-1)?.report === null)
    expect(uploadsOf(other)).toEqual([])
  })

  it('ignores a report that comes after a newer one, also after the end', async () => {
    const ann = await site.makePerson()
    const page = await open(ann.token, 1)
    const tell = async (number: number, told: UploadReport | null, name: string) =>
      (await ann.put('/api/events/uploads', { page: name, number, report: told })).expect(204)
    const stateOf = (name: string) => uploadsOf(page).findLast((frame) => frame.page === name)?.report
    await tell(2, { ...report, bytesDone: 20 }, 'p1')
    await tell(1, report, 'p1')
    await tell(1, report, 'p2')
    await page.hears(() => stateOf('p2') !== undefined)
    expect(stateOf('p1')?.bytesDone).toBe(20)
    await tell(3, null, 'p1')
    await page.hears(() => stateOf('p1') === null)
    await tell(2, report, 'p1')
    await tell(2, null, 'p2')
    await page.hears(() => stateOf('p2') === null)
    expect(stateOf('p1')).toBeNull()
  })

  it('is for those who are signed in, and takes nothing else', async () => {
    expect((await site.client().put('/api/events/uploads', { page: 'p1', number: 1, report })).status).toBe(401)
    const person = await site.makePerson()
    for (const body of [
      {},
      { page: 'p1', number: 1 },
      { page: 'p1', report },
      { page: 'p1', number: -1, report },
      { page: 'a b', number: 1, report },
      { page: 'p1', number: 1, report: { ...report, name: '' } },
      { page: 'p1', number: 1, report: { ...report, filesDone: -1 } },
      { page: 'p1', number: 1, report: { ...report, name: 'x'.repeat(1025) } },
    ])
      expect((await person.put('/api/events/uploads', body)).status).toBe(400)
  })

  it('remembers so many pages of a person and no more', async () => {
    const person = await site.makePerson()
    for (let page = 0; page < PAGES_REPORTING_MAX; page += 1)
      (await person.put('/api/events/uploads', { page: `p${page}`, number: 1, report })).expect(204)
    const headers = { Accept: 'application/problem+json' }
    const refused = await person.put('/api/events/uploads', { page: 'more', number: 1, report }, { headers })
    expect([refused.status, refused.json<{ code: string }>().code]).toEqual([409, 'tooMany'])
    ;(await person.put('/api/events/uploads', { page: 'p0', number: 2, report })).expect(204)
    ;(await person.put('/api/events/uploads', { page: 'p0', number: 3, report: null })).expect(204)
    ;(await person.put('/api/events/uploads', { page: 'more', number: 1, report })).expect(204)
  })
})
