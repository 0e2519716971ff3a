import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { fetchUnlessAsked } from './asked-early.ts'
import { beginTheRest } from './first-screen.ts'

const early = new Response('early')
const fetched = new Response('fetched')
const { fetch } = globalThis
const page = {} as Window

beforeEach(() => {
  page.nidoAsked = { token: 'ann', answers: { '/api/views': Promise.resolve(early) } }
  Object.assign(globalThis, { window: page, fetch: jest.fn(async () => fetched) })
})
afterEach(() => {
  Object.assign(globalThis, { window: undefined, fetch })
})

const ask = (token: string, method = 'GET') => fetchUnlessAsked('/api/views', { method, headers: { 'X-Auth': token } })

it('takes an answer once', async () => {
  expect(await ask('ann')).toBe(early)
  expect(await ask('ann')).toBe(fetched)
})

it('leaves to somebody else, and to other calls, what was not asked for them', async () => {
  expect(await ask('bob')).toBe(fetched)
  expect(await ask('ann', 'PUT')).toBe(fetched)
  expect(await fetchUnlessAsked('/api/usage', { method: 'GET', headers: { 'X-Auth': 'ann' } })).toBe(fetched)
})

it('takes none after the first screen', async () => {
  beginTheRest()
  await Promise.resolve()
  expect(await ask('ann')).toBe(fetched)
})
