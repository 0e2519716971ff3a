// The language of who has chosen none, in what the server writes.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { MadeFeed } from '../../backend/contract/calendar.ts'
import type { UserRecord } from '../../backend/contract/users.ts'
import type { Client } from '../helpers/client.ts'
import { type Site, useSite } from '../helpers/nido.ts'
import { runLine } from '../helpers/terminal.ts'
import { payloadOf } from '../helpers/token.ts'
import { happens } from '../helpers/until.ts'

let site: Site & { stop(): Promise<void> }
beforeAll(async () => {
  site = await useSite()
})
afterAll(() => site.stop())

const newPerson = (locale: string) => site.makePerson({ locale, perm: { calendar: true } })
const recordOf = async ({ id }: Client) =>
  (await (await site.adminClient()).get(`/api/users/${id}`)).expect(200).json<UserRecord>()
const speaking = (languages: string) => ({ headers: { 'Accept-Language': languages } })
const choose = async (client: Client, locale: string) =>
  (
    await client.put(`/api/users/${client.id}`, { what: 'user', which: ['locale'], data: { id: client.id, locale } })
  ).expect(200)

describe('a person who has chosen no language', () => {
  it('has none in the record and in the token, however it is written', async () => {
    for (const locale of ['', 'browser']) {
      const ana = await newPerson(locale)
      expect((await recordOf(ana)).locale).toBe('')
      expect(payloadOf(ana.token).user.locale).toBe('')
      await choose(ana, 'fr')
      await choose(ana, locale)
      expect((await recordOf(ana)).locale).toBe('')
    }
  })

  it('is answered in that of the asking browser', async () => {
    const ana = await newPerson('')
    const nameOf = async (languages: string) =>
      (await ana.get('/api/calendar/export?calendar=everyone', speaking(languages))).expect(200).text
    expect(await nameOf('de-AT,de;q=0.9,en;q=0.5')).toContain('X-WR-CALNAME:Alle')
    expect(await nameOf('xx,en;q=0.5,fr;q=0.8')).toContain('X-WR-CALNAME:Tout le monde')
    await choose(ana, 'es')
    expect(await nameOf('de')).toContain('X-WR-CALNAME:Todos')
  })

  it('is written to in that of the browser that logged in or renewed last', async () => {
    const ana = await newPerson('')
    const { path } = (await ana.post('/api/calendar/feed', { scope: 'all' })).expect(200).json<MadeFeed>()
    const isNamed = async (name: string) => (await site.client().get(path)).text.includes(`X-WR-CALNAME:${name}`)
    expect(await isNamed('Everyone')).toBe(true)
    const { username, password } = ana
    ;(await site.client().post('/api/login', { username, password }, speaking('de-AT'))).expect(200)
    await happens(() => isNamed('Alle'), 'the feed is German')
    // The record stays the same, so nothing has to be renewed.
    const renewed = (await ana.post('/api/renew', undefined, speaking('fr'))).expect(200)
    expect(renewed.headers['x-renew-token']).toBe('false')
    await happens(() => isNamed('Tout le monde'), 'the feed is French')
    expect((await ana.get('/api/sessions')).headers['x-renew-token']).toBeUndefined()
    // A client that says nothing changes nothing.
    ;(await ana.post('/api/renew')).expect(200)
    expect(await isNamed('Tout le monde')).toBe(true)
    await choose(ana, 'es')
    await happens(() => isNamed('Todos'), 'the feed is Spanish')
  })

  it('has a shell that speaks that of the browser', async () => {
    const ana = await site.makePerson({ locale: '', perm: { execute: true }, commands: ['cat'] })
    const say = async (languages: string) =>
      (await runLine(site.urls[0] ?? '', ana, 'cat none', speaking(languages))).frames
    expect(await say('de')).toEqual(['cat: none: keine solche Datei und kein solcher Ordner'])
    expect(await say('xx')).toEqual(['cat: none: no such file or folder'])
    await choose(ana, 'es')
    await happens(async () => (await say('de'))[0] === 'cat: none: no existe ese archivo o carpeta', 'it is Spanish')
  })
})

describe('a browser without scripts', () => {
  it('reads in its language what is wrong', async () => {
    const { text } = (await site.client().get('/login', speaking('fr-CH, de;q=0.5'))).expect(200)
    expect(text).toContain('<noscript lang="fr" dir="auto">Cette page a besoin de JavaScript.</noscript>')
  })
})
