// The audit: what people did on two replicas, each of which writes its own objects, as administrators read it
// (api-contract 15).
import { describe, expect, it } from '@jest/globals'
import { AUDIT_KINDS, type AuditEntry, type AuditPage, type ShownAuditEntry } from '../../backend/contract/audit.ts'
import type { Settings } from '../../backend/contract/settings.ts'
import type { SessionList } from '../../backend/contract/session.ts'
import { PASSWORD, type Client } from '../helpers/client.ts'
import { openS3 } from '../helpers/s3.ts'
import { until } from '../helpers/until.ts'
import { filesOf } from './files-client.ts'
import { linksOf } from './links-client.ts'
import { admin, nido } from './own-nido.ts'

const query = (fields: Record<string, string>) => `/api/audit?${new URLSearchParams(fields).toString()}`
const read = async (fields: Record<string, string>): Promise<ShownAuditEntry[]> =>
  (await admin.get(query(fields))).expect(200).json<AuditPage>().items
/** Waits until the audit has this many entries about a person. Returns them without what differs from run to run. */
async function told(person: Pick<Client, 'username'>, count: number): Promise<Partial<AuditEntry>[]> {
  let found: ShownAuditEntry[] = []
  await until(async () => (found = await read({ who: person.username, limit: '1000' })).length >= count)
  return found.map(({ id: _id, time: _time, client: _client, ...rest }) => rest)
}
const change = (actor: Client, id: number, fields: Record<string, unknown>) =>
  actor.put(`/api/users/${id}`, { what: 'user', which: Object.keys(fields), data: { id, ...fields } })

describe('the audit', () => {
  it('is for administrators', async () => {
    const person = await nido.makePerson()
    expect([
      (await nido.client().get('/api/audit')).status,
      (await person.get('/api/audit')).status,
      (await person.get('/api/audit?format=csv')).status,
    ]).toEqual([401, 403, 403])
  })

  it('records sign-ins with device and address, failed sign-ins, and ended sessions', async () => {
    const person = await nido.makePerson()
    const who = { id: person.id, name: person.username }
    const byAdmin = { who, actor: { id: 1, name: 'admin' }, address: '127.0.0.1', outcome: 'done' }
    const own = { who, address: '127.0.0.1', outcome: 'done' }
    ;(await nido.client().post('/api/login', { username: person.username, password: 'not this one' })).expect(403)
    const second = await person.signIn(person.username, PASSWORD)
    const third = await person.signIn(person.username, PASSWORD)
    const sid = (await third.get('/api/sessions')).json<SessionList>().items.find(({ current }) => current)?.id
    ;(await person.delete(`/api/sessions/${sid}`)).expect(204)
    ;(await second.delete('/api/sessions')).expect(204)
    ;(await second.post('/api/logout')).expect(204)
    ;(await admin.delete(`/api/sessions?user=${person.id}`)).expect(204)
    expect(await told(person, 9)).toEqual([
      { kind: 'sessionsEnd', ...byAdmin },
      { kind: 'sessionEnd', ...own },
      { kind: 'sessionsEnd', ...own },
      { kind: 'sessionEnd', ...own },
      { kind: 'signIn', ...own, device: '' },
      { kind: 'signIn', ...own, device: '' },
      { kind: 'signIn', ...own, outcome: 'refused', reason: 'wrongCredentials' },
      { kind: 'signIn', ...own, device: '' },
      { kind: 'personMade', ...byAdmin },
    ])
  })

  it('describes devices in words; an export has them as they were sent', async () => {
    const person = await nido.makePerson()
    const device = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    ;(
      await nido
        .client()
        .post('/api/login', { username: person.username, password: PASSWORD }, { headers: { 'User-Agent': device } })
    ).expect(200)
    const signIns = () => read({ who: person.username, kind: 'signIn' })
    expect(await until(async () => (await signIns()).length === 2)).toBe(true)
    expect((await signIns()).map(({ device: sent, client }) => [sent, client])).toEqual([
      [device, { browser: 'Firefox', system: 'Linux', kind: 'desktop' }],
      ['', { browser: '', system: '', kind: 'other' }],
    ])
    const [newest] = (await admin.get(query({ who: person.username, kind: 'signIn', format: 'jsonl' }))).text.split(
      '\n',
    )
    expect(JSON.parse(newest ?? '')).toMatchObject({ device })
    expect(newest).not.toContain('client')
    expect((await admin.get(query({ who: person.username, kind: 'signIn', format: 'csv' }))).text).toContain(
      `,${device},`,
    )
  })

  it('L01: counts failed guesses, and keeps no name that does not exist', async () => {
    const password = 'typed-into-the-wrong-field'
    for (let count = 0; count < 4; count++)
      (await nido.client().post('/api/login', { username: password, password: 'x' })).expect(403)
    const guesses = async () =>
      (await read({ kind: 'signIn', limit: '1000' }))
        .filter(({ who, reason }) => who === null && reason === 'wrongCredentials')
        .reduce((sum, { count = 1 }) => sum + count, 0)
    expect(await until(async () => (await guesses()) === 4)).toBe(true)
    expect((await admin.get(query({ format: 'jsonl' }))).text).not.toContain(password)
  })

  it('L01: knows guessers by their real address, not by an invented one; after ten failures they wait', async () => {
    const person = await nido.makePerson()
    const login = (index: number) =>
      nido
        .client()
        .post(
          '/api/login',
          { username: person.username, password: 'a guess' },
          { headers: { 'X-Forwarded-For': `198.51.100.${index}`, 'X-Real-IP': `198.51.100.${index}` } },
        )
    const statuses: number[] = []
    for (let index = 0; index < 13; index++) statuses.push((await login(index)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429, 429, 429])
    const sumOf = (entries: AuditEntry[], reason: string) =>
      entries.filter((entry) => entry.reason === reason).reduce((sum, { count = 1 }) => sum + count, 0)
    const isTold = async () => {
      const entries = await read({ who: person.username, kind: 'signIn' })
      return (
        sumOf(entries, 'wrongCredentials') === 10 &&
        sumOf(entries, 'tooManyRequests') === 3 &&
        entries.every(({ address }) => address === '127.0.0.1')
      )
    }
    expect(await until(isTold)).toBe(true)
  })

  it('records which fields of people and settings were changed, by name only', async () => {
    const person = await nido.makePerson()
    ;(await change(admin, person.id, { locale: 'fr', perm: { create: true, share: true, download: true } })).expect(200)
    ;(await change(person, person.id, { viewMode: 'mosaic', sorting: { by: 'size', asc: true } })).expect(200)
    ;(await change(person, person.id, { password: `${PASSWORD}-secret` })).expect(200)
    ;(await admin.delete(`/api/users/${person.id}`, { body: { current_password: 'a guess' } })).expect(400)
    ;(await admin.delete(`/api/users/${person.id}`)).expect(200)
    const who = { id: person.id, name: person.username }
    const [actor, address] = [{ id: 1, name: 'admin' }, '127.0.0.1']
    expect((await told(person, 6)).filter(({ kind }) => kind !== 'signIn')).toEqual([
      { kind: 'personRemoved', outcome: 'done', who, actor, address, path: person.scope },
      { kind: 'sessionsEnd', outcome: 'done', who, address },
      { kind: 'personChanged', outcome: 'done', who, address, fields: ['password'] },
      {
        kind: 'personChanged',
        outcome: 'done',
        who,
        actor,
        address,
        fields: ['locale', 'perm.rename', 'perm.modify', 'perm.delete'],
      },
      { kind: 'personMade', outcome: 'done', who, actor, address },
    ])
    const settings = (await admin.get('/api/settings')).json<Settings>()
    ;(
      await admin.put('/api/settings', {
        ...settings,
        signup: true,
        branding: { ...settings.branding, name: 'The Secret House' },
        commands: { ...settings.commands, after_upload: ['echo secret'] },
      })
    ).expect(200)
    ;(await admin.put('/api/settings', settings)).expect(200)
    ;(await admin.put('/api/settings', settings)).expect(200)
    expect(await until(async () => (await read({ kind: 'settingsChanged' })).length === 2)).toBe(true)
    expect((await read({ kind: 'settingsChanged' })).map(({ fields }) => fields)).toEqual([
      ['signup', 'branding.name', 'commands.after_upload'],
      ['signup', 'branding.name', 'commands.after_upload'],
    ])
    expect((await read({ kind: 'passwordRefused' })).map(({ who: asked, outcome }) => [asked?.name, outcome])).toEqual([
      ['admin', 'refused'],
    ])
    expect((await admin.get(query({ format: 'jsonl' }))).text).not.toMatch(/secret/i)
  })

  it('records what was deleted, restored and purged', async () => {
    const person = await nido.makePerson()
    const files = filesOf(person)
    await files.given({ 'a.txt': 'a', 'b/c.txt': 'c' })
    const notes = await Promise.all(
      ['a.txt', 'b/'].map(
        async (name) => (await person.delete(`/api/resources/${name}`)).expect(204).headers['x-trash-note'],
      ),
    )
    ;(await person.post(`/api/trash/${notes[0]}/restore`, {})).expect(200)
    ;(await person.delete(`/api/trash/${notes[1]}`)).expect(204)
    const whole = { outcome: 'done', who: { id: person.id, name: person.username }, address: '127.0.0.1' }
    const entries = (await told(person, 6)).filter(({ kind }) => ['delete', 'restore', 'purge'].includes(kind ?? ''))
    expect(entries).toHaveLength(4)
    expect(entries).toEqual(
      expect.arrayContaining([
        { kind: 'delete', ...whole, path: '/a.txt' },
        { kind: 'delete', ...whole, path: '/b' },
        { kind: 'restore', ...whole, path: '/a.txt' },
        { kind: 'purge', ...whole, path: '/b' },
      ]),
    )
  })

  it('S07: records links that were made, changed, opened, guessed at and ended, but no full hash', async () => {
    const person = await nido.makePerson()
    await filesOf(person).given({ 'in.txt': 'x' })
    const links = linksOf(person)
    const { hash } = await links.make('/in.txt', { password: 'Open-Sesame-42' })
    const guest = nido.client()
    const withPassword = (password: string) => ({ headers: { 'X-SHARE-PASSWORD': password } })
    ;(await guest.get(`/api/public/share/${hash}`)).expect(401)
    for (const guess of ['one', 'two', 'three'])
      (await guest.get(`/api/public/share/${hash}`, withPassword(guess))).expect(401)
    ;(await guest.get(`/api/public/share/${hash}`, withPassword('Open-Sesame-42'))).expect(200)
    ;(await guest.get(`/api/public/dl/${hash}`, withPassword('Open-Sesame-42'))).expect(200)
    ;(await links.change(hash, { limit: 5, password: 'Another-Sesame-42' })).expect(200)
    ;(await admin.delete(`/api/share/${hash}`)).expect(200)
    const whole = {
      outcome: 'done',
      who: { id: person.id, name: person.username },
      address: '127.0.0.1',
      link: hash.slice(0, 6),
      path: '/in.txt',
    }
    const isOfLinks = ({ kind }: Partial<AuditEntry>) => kind?.startsWith('link')
    let entries: Partial<AuditEntry>[] = []
    const guesses = () =>
      entries.filter(({ kind }) => kind === 'linkRefused').reduce((sum, { count = 1 }) => sum + count, 0)
    const others = () => entries.filter(({ kind }) => kind !== 'linkRefused')
    expect(
      await until(async () => {
        entries = (await told(person, 0)).filter(isOfLinks)
        return others().length >= 5 && guesses() === 3
      }),
    ).toBe(true)
    for (const { reason, outcome } of entries.filter(({ kind }) => kind === 'linkRefused'))
      expect([reason, outcome]).toEqual(['passwordNeeded', 'refused'])
    expect(others()).toEqual([
      { kind: 'linkRemoved', ...whole, actor: { id: 1, name: 'admin' } },
      { kind: 'linkChanged', ...whole, fields: ['password', 'limit'] },
      { kind: 'linkDownloaded', ...whole },
      { kind: 'linkOpened', ...whole },
      { kind: 'linkMade', ...whole },
    ])
    expect((await admin.get(query({ format: 'jsonl' }))).text).not.toMatch(new RegExp(`${hash}|Sesame`))
  })

  it('is read in pages and by time range, and exported in full as a table or as lines', async () => {
    const person = await nido.makePerson({ username: '=cmd|calc' })
    for (let count = 0; count < 6; count++)
      (await change(admin, person.id, { lockPassword: count % 2 === 0 })).expect(200)
    const all = await told(person, 8).then(() => read({ who: person.username }))
    expect(all.map(({ id }) => id)).toEqual(
      all
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    )
    const pages: AuditEntry[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: AuditPage = (
        await admin.get(query({ who: person.username, limit: '3', ...(cursor && { cursor }) }))
      ).json<AuditPage>()
      expect(page.items.length).toBeLessThanOrEqual(3)
      pages.push(...page.items)
      cursor = page.cursor
    }
    expect(pages).toEqual(all)
    const [third] = all.slice(2)
    expect(await read({ who: person.username, before: third?.time ?? '' })).toEqual(
      all.filter(({ time }) => time < (third?.time ?? '')),
    )
    expect(await read({ who: person.username, after: third?.time ?? '' })).toEqual(
      all.filter(({ time }) => time >= (third?.time ?? '')),
    )
    expect((await read({ who: String(person.id), kind: 'personMade,signIn' })).map(({ kind }) => kind)).toEqual([
      'signIn',
      'personMade',
    ])

    const lines = await admin.get(query({ who: person.username, format: 'jsonl' }))
    expect([lines.headers['content-type'], lines.headers['content-disposition']]).toEqual([
      'application/jsonl; charset=utf-8',
      'attachment; filename="audit.jsonl"',
    ])
    expect(
      lines.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as AuditEntry),
    ).toEqual(all.map(({ client: _client, ...kept }) => kept))
    const table = await admin.get(query({ who: person.username, format: 'csv' }))
    expect([table.headers['content-type'], table.headers['content-disposition']]).toEqual([
      'text/csv; charset=utf-8',
      'attachment; filename="audit.csv"',
    ])
    const rows = table.text.trim().split('\r\n')
    expect(rows).toHaveLength(all.length + 1)
    expect(rows[1]).toContain(",'=cmd|calc,")
  })

  it.each([
    'after=soon',
    'before=',
    'kind=signIn,everything',
    'cursor=x',
    'limit=0',
    'limit=1001',
    'limit=1e2',
    'format=xml',
  ])('refuses %s', async (wrong) => {
    expect((await admin.get(`/api/audit?${wrong}`)).status).toBe(400)
  })

  it('is only for administrators: its objects lie in the system bucket, separate for each replica', async () => {
    const s3 = openS3(nido.servers)
    const keys = (await s3.list(`${nido.bucketPrefix}system`))
      .map(({ key }) => key)
      .filter((key) => key.startsWith('audit/'))
    s3.close()
    expect(keys.every((key) => /^audit\/\d{4}-\d\d-\d\dT\d\d\/\w+-\d{5}\.jsonl$/.test(key))).toBe(true)
    expect(new Set(keys.map((key) => key.split('/')[2]?.split('-')[0])).size).toBe(2)
  })

  it('loses nothing when a replica stops, and little when it is killed', async () => {
    const person = await nido.makePerson()
    const [first, second] = nido.replicas
    ;(await change(admin, person.id, { lockPassword: true })).expect(200)
    ;(
      await admin.put(
        `/api/users/${person.id}`,
        { what: 'user', which: ['dateFormat'], data: { id: person.id, dateFormat: true } },
        { replica: 1 },
      )
    ).expect(200)
    await second?.stop()
    expect((await told(person, 4)).map(({ fields }) => fields?.[0])).toContain('dateFormat')
    await until(async () => (await read({ who: person.username })).length === 4)
    await nido.addReplica()
    await first?.kill()
    expect((await told(person, 4)).filter(({ kind }) => kind === 'personChanged')).toHaveLength(2)
  })

  it('has a kind for everything that it records', async () => {
    const kinds = new Set((await read({ limit: '1000' })).map(({ kind }) => kind))
    expect([...kinds].every((kind) => AUDIT_KINDS.includes(kind))).toBe(true)
  })
})
