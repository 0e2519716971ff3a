import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { fetchPart, type PartMissing } from './fetch-part.ts'
import { fetchShownPart, isFetchingShownPart } from './fetch-shown-part.ts'

/** The page that runs has one script; the server answers its own page with another one. */
function pretend(running: string, answer: () => Promise<Response>): void {
  const script = { getAttribute: () => running }
  Object.assign(globalThis, { document: { querySelector: () => script }, location: { href: 'http://nido.test/' } })
  jest.spyOn(globalThis, 'fetch').mockImplementation(answer)
}

const page = (script: string) => async () => new Response(`<script>window.Nido = {}</script><script src="${script}">`)
const failed = async (load: () => Promise<unknown>) =>
  fetchShownPart(load).catch((error: unknown) => error as PartMissing)
const gone = async () => {
  throw new TypeError('Failed to fetch dynamically imported module')
}

describe('a part of the page', () => {
  beforeEach(() => pretend('/a.js', page('/a.js')))
  afterEach(() => {
    jest.restoreAllMocks()
    for (const name of ['document', 'location']) Reflect.deleteProperty(globalThis, name)
  })

  it('is asked for once where it comes', async () => {
    const load = jest.fn(async () => 'part')
    const coming = fetchShownPart(load)
    expect(isFetchingShownPart()).toBe(true)
    expect([await coming, load.mock.calls.length, isFetchingShownPart()]).toEqual(['part', 1, false])
  })

  it('is asked for again where it did not come', async () => {
    const load = jest.fn(async () => 'part').mockImplementationOnce(gone)
    expect(await fetchPart(load)).toBe('part')
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('is missing after the second try, and no update is told of where there was none', async () => {
    expect(await failed(gone)).toMatchObject({ name: 'PartMissing', isOutdated: false })
    pretend('/a.js', gone)
    expect(await failed(gone)).toMatchObject({ isOutdated: false })
    pretend('/a.js', async () => new Response('Sign in to this network'))
    expect(await failed(gone)).toMatchObject({ isOutdated: false })
    expect(isFetchingShownPart()).toBe(false)
  })

  it('is asked for again where it does not come in time, and is missing after the second try', async () => {
    jest.useFakeTimers()
    try {
      const never = jest.fn(() => new Promise<string>(() => {}))
      const late = failed(never)
      await jest.advanceTimersByTimeAsync(15_000 + 400)
      expect(never).toHaveBeenCalledTimes(2)
      await jest.advanceTimersByTimeAsync(15_000)
      expect(await late).toMatchObject({ name: 'PartMissing', isOutdated: false })
    } finally {
      jest.useRealTimers()
    }
  })

  it('will never come once the server has another page', async () => {
    pretend('/a.js', page('/b.js'))
    expect(await failed(gone)).toMatchObject({ isOutdated: true })
  })
})
