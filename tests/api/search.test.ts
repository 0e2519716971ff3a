// Search by name, over two replicas.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Client } from '../helpers/client.ts'
import { useSite, type Site } from '../helpers/nido.ts'

let site: Site & { stop(): Promise<void> }
let person: Client
beforeAll(async () => {
  site = await useSite()
  person = await site.makePerson()
  for (const path of ['Report.txt', 'notes/report-2.md', 'reports/may.pdf', '.hidden-report', 'secret/report.txt'])
    (await person.post(`/api/resources/${path}`, 'text')).expect(200)
})
afterAll(() => site.stop())

interface Found {
  path: string
  dir: boolean
}
const pathsOf = (found: Found[]) => found.map(({ path, dir }) => path + (dir ? '/' : '')).sort()
const find = async (query: string, folder = '/', who = person) =>
  pathsOf((await who.get(`/api/search${folder}?query=${encodeURIComponent(query)}`)).expect(200).json<Found[]>())

describe('searching', () => {
  it('finds files and folders by their names, below a folder, as a list', async () => {
    expect(await find('report')).toEqual([
      '.hidden-report',
      'Report.txt',
      'notes/report-2.md',
      'reports/',
      'secret/report.txt',
    ])
    expect(await find('report', '/notes')).toEqual(['report-2.md'])
    expect(await find('report', '/notes/')).toEqual(['report-2.md'])
    expect(await find('may')).toEqual(['reports/may.pdf'])
  })

  it('finds nothing in a missing folder, or where nothing matches', async () => {
    expect([await find('report', '/none'), await find('no-such-name')]).toEqual([[], []])
  })

  it('streams lines to clients that ask for them', async () => {
    const answer = (
      await person.get('/api/search/?query=report-2', { headers: { Accept: 'application/x-ndjson' } })
    ).expect(200)
    expect([answer.headers['content-type'], answer.text]).toEqual([
      'application/x-ndjson; charset=utf-8',
      '{"path":"notes/report-2.md","dir":false}\n',
    ])
  })

  it('filters by size, day and extension', async () => {
    expect([await find('ext:md size:<1kb after:2020-01-01'), await find('report size:>1mb')]).toEqual([
      ['notes/report-2.md'],
      [],
    ])
  })

  it('returns the best hits first, with size, time and their number, if a limit is given', async () => {
    // In a folder of its own: a search from the root finds names that other tests put into the shared folder.
    const one = await site.makePerson()
    const names = ['note 1.txt', 'note 2.txt', 'sub/NOTE-12.txt', 'page 12.txt', 'Über note 12 page.txt']
    for (const name of names) (await one.post(`/api/resources/best/${encodeURI(name)}`, 'text')).expect(200)
    const ask = async (query: string, limit: string) =>
      (await one.get(`/api/search/best?query=${encodeURIComponent(query)}&limit=${limit}`)).expect(200)
    const answer = await ask('note 12', '3')
    expect(answer.headers['x-total-count']).toBe('5')
    expect(answer.json<Found[]>()).toEqual([
      { path: 'sub/NOTE-12.txt', dir: false, size: 4, modified: expect.stringMatching(/^20/) },
      expect.objectContaining({ path: 'Über note 12 page.txt' }),
      expect.objectContaining({ path: 'note 1.txt' }),
    ])
    expect((await ask('uber', '1')).json<Found[]>()).toMatchObject([{ path: 'Über note 12 page.txt' }])
    expect((await ask('no-such-name', '9')).headers['x-total-count']).toBe('0')
    for (const limit of ['0', '10001', 'many', '1.5'])
      (await one.get(`/api/search/best?query=note&limit=${limit}`)).expect(400)
  })

  it('searches the shared folder from the root, and only from there', async () => {
    const name = `shared-${person.username}.txt`
    ;(await person.post(`/api/resources/Shared/${name}`, 'ours')).expect(200)
    expect([await find(name), await find(name, '/Shared'), await find(name, '/notes')]).toEqual([
      [`Shared/${name}`],
      [name],
      [],
    ])
    ;(await person.delete(`/api/resources/Shared/${name}`)).expect(204)
  })

  it('R01, R07: leaves out what rules deny and what is hidden, and refuses a denied folder', async () => {
    const admin = await site.adminClient()
    const change = (which: string[], data: object) =>
      admin.put(`/api/users/${person.id}`, { what: 'user', which, data: { id: person.id, ...data } })
    ;(
      await change(['rules', 'hideDotfiles'], {
        rules: [{ regex: false, allow: false, path: '/secret' }],
        hideDotfiles: true,
      })
    ).expect(200)
    expect(await find('report')).toEqual(['Report.txt', 'notes/report-2.md', 'reports/'])
    ;(await person.get('/api/search/secret?query=report')).expect(403)
    ;(await change(['rules', 'hideDotfiles'], { rules: [], hideDotfiles: false })).expect(200)
  })

  it("does not find another person's files", async () => {
    expect(await find('report', '/', await site.makePerson())).toEqual([])
  })

  it('is for signed-in people, and says what is missing in a query', async () => {
    ;(await site.client().get('/api/search/?query=x')).expect(401)
    ;(await person.get('/api/search/?query=size%3Abig')).expect(400)
    ;(await person.get('/api/search/..%2f?query=x')).expect(400)
  })
})
