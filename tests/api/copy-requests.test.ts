// How many requests a copy of a folder takes, and that it copies what is there now.
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type Counted, startCounted } from './counted.ts'

const FILES = 40

let nido: Counted
beforeAll(async () => {
  nido = await startCounted()
})
afterAll(() => nido.stop())

const names = Array.from({ length: FILES }, (_, index) => `f-${String(index).padStart(2, '0')}.txt`)

it('a copy of a folder takes one request a file, and listings', async () => {
  const { me } = nido
  for (const name of names) (await me.upload(`/counted/deep/${name}`, `old ${name}`)).expect(200)
  for (const name of names) (await me.upload(`/counted/deep/${name}`, `new ${name}`, { override: 'true' })).expect(200)
  const asked = await nido.during(async () => (await me.copy('/counted', '/counted-copy')).expect(200))
  const count = (method: string) => asked.filter((one) => one === method).length
  expect(count('PUT')).toBe(FILES)
  // What is around the two names, however many files there are.
  expect(count('HEAD')).toBeLessThanOrEqual(4)
  for (const name of names) expect(await me.read(`/counted-copy/deep/${name}`)).toBe(`new ${name}`)
})
