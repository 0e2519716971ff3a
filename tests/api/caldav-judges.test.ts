// Our CalDAV beside that of Radicale, which is asked the same by the same program.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { useSite, type Site } from '../helpers/nido.ts'
import { findPrograms, findPython, startRadicale } from '../helpers/python.ts'
import { makeDevice } from './caldav-client.ts'
import { ownOf } from './calendar-client.ts'

/** Python's packages are installed once. */
const INSTALLING_MS = 5 * 60_000

let site: Site & { stop(): Promise<void> }
beforeAll(async () => {
  site = await useSite()
})
afterAll(() => site.stop())

async function newDevice() {
  const ana = await site.makePerson({ perm: { calendar: true } })
  const { username, password } = await makeDevice(ana, 'Judge')
  const url = `${site.urls[0]}/dav/`
  return { url, username, password, calendar: `${url}calendars/${ownOf(ana)}/` }
}

describe('our CalDAV', () => {
  it(
    'answers as Radicale does',
    async () => {
      const [python, programs] = [await findPython(), await findPrograms()]
      if (python === null || programs === null) return
      const radicale = await startRadicale(programs)
      try {
        const ask = async (...told: unknown[]) =>
          JSON.parse(await python('compare_servers.py', `${JSON.stringify(told)}\n`)) as Record<string, unknown>
        const { url, username, password, calendar } = await newDevice()
        const ours = await ask(url, username, password, calendar)
        const theirs = await ask(radicale.url, radicale.username, radicale.password, null)
        expect(Object.keys(ours).length).toBeGreaterThan(30)
        expect(ours).toEqual(theirs)
      } finally {
        await radicale.stop()
      }
    },
    INSTALLING_MS,
  )
})
