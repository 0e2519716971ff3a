// A site on the machine that workers of the cluster import from, and an import that takes two minutes.
import { randomBytes } from 'node:crypto'
import { expect } from '@jest/globals'
import type { Client } from '../helpers/client.ts'
import { happens } from '../helpers/until.ts'
import { dripping, type MediaSite, startMediaSite } from '../importing/media-site.ts'
import { SITE, SITE_URL } from './household.ts'

const FILM = randomBytes(6 << 20)
const PATIENCE_MS = 300_000

export async function startSite(): Promise<MediaSite> {
  const site = await startMediaSite(SITE.host, SITE.port)
  site.pages.set('/letter.bin', { body: randomBytes(1 << 20) })
  const headers = { 'accept-ranges': 'bytes', etag: '"film"', 'content-type': 'application/octet-stream' }
  site.pages.set('/film.bin', dripping({ bytes: FILM, piece: 48 << 10, everyMs: 1000, headers }))
  return site
}

/** Begins to import the film into the person's folder. Returns the id of the import. */
export async function beginImport(person: Client): Promise<string> {
  const body = { links: [`${SITE_URL}/film.bin`], kind: 'link', target: '/' }
  const { items } = (await person.post('/api/imports', body)).expect(200).json<{ items: { id: string }[] }>()
  return items[0]?.id ?? ''
}

export async function importEnds(person: Client, id: string): Promise<void> {
  const state = async () => (await person.get(`/api/imports/${id}`)).json<{ state: string }>().state
  await happens(async () => ['done', 'failed'].includes(await state()), 'the import ends', PATIENCE_MS)
  expect(await state()).toBe('done')
  expect(await isImported(person)).toBe(true)
}

/** Whether the film is there as it was sent. */
export const isImported = async (person: Client): Promise<boolean> =>
  (await person.get('/api/raw/film.bin')).body.equals(FILM)
