// What a household does every day, in browsers of other engines than the one that all other tests use.
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import type { CalendarWindow } from '../../backend/contract/calendar.ts'
import type { ShareLink } from '../../backend/contract/shares.ts'
import { type Client, encodePath } from '../helpers/client.ts'
import { siteDoor, useSite } from '../helpers/nido.ts'
import { makeLargeFile, pngPicture } from '../helpers/real-files.ts'
import { soon, until } from '../helpers/until.ts'
import { button, DIALOG, field, heading, inside, link, LISTED, menuItem, row, TEXT, words } from './by.ts'
import type { Engine } from './driver.ts'
import { Tab } from './tab.ts'

/** More than what is sent as one piece. */
const LARGE_BYTES = 12 * 1024 * 1024
jest.setTimeout(300_000)

const put = async (person: Client, path: string, body: string | Buffer): Promise<void> => {
  ;(await person.post(`/api/resources${encodePath(path)}?override=true`, Buffer.from(body))).expect(200)
}
const textOf = async (person: Client, path: string): Promise<string> =>
  (await person.get(`/api/raw${encodePath(path)}`)).expect(200).text

/** Declares the journeys of one engine. `start`: null where it cannot be had, which skips them. */
export function journeys(name: string, start: (() => Promise<Engine>) | null): void {
  const declare = start === null ? describe.skip : describe
  declare(`in ${name}`, () => {
    let engine: Engine
    const tabs: Tab[] = []

    beforeAll(async () => {
      if (start !== null) engine = await start()
    })
    afterEach(async () => {
      for (const tab of tabs.splice(0)) await tab.close()
    })
    afterAll(() => engine.close())

    const openTab = async (): Promise<Tab> => {
      const tab = await Tab.start(engine, siteDoor())
      tabs.push(tab)
      return tab
    }
    const newPerson = async (perm = {}): Promise<Client> => (await useSite()).makePerson({ perm })
    const logIn = async ({ username, password }: Client): Promise<Tab> => {
      const tab = await openTab()
      await tab.go('login')
      await tab.fill(field('Username'), username)
      await tab.picture('login')
      await tab.fill(field('Password'), password)
      await tab.press('Enter')
      await tab.see(LISTED)
      return tab
    }

    it('a person logs in, sees what there is and what comes, and logs out', async () => {
      const person = await newPerson()
      await put(person, '/letter.txt', 'dear')
      await put(person, '/Trip/photo.png', pngPicture(1))
      const tab = await logIn(person)
      await tab.see(row('letter.txt'))
      await tab.see(row('Trip'))
      await tab.picture('files')
      // Nothing is below the frame, so the page has no scrollbar.
      expect(await tab.run(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
      await put(person, '/news.txt', 'from elsewhere')
      await tab.see(row('news.txt'))
      ;(await person.delete('/api/resources/letter.txt')).expect(204)
      await tab.miss(row('letter.txt'))
      await tab.click(button('Account of *'))
      await tab.click(menuItem('Log out'))
      await tab.see(field('Username'))
      const statusOf = (url = '') => fetch(url, { cache: 'no-store' }).then(({ status }) => status)
      expect(
        await soon(
          () => tab.run(statusOf, `${siteDoor()}/api/raw/news.txt`),
          (status) => status === 401,
        ),
      ).toBe(401)
    })

    it('a large file is uploaded, and read again with the same bytes', async () => {
      const person = await newPerson()
      const large = await makeLargeFile(LARGE_BYTES)
      try {
        const tab = await logIn(person)
        await tab.click(button('Upload'))
        await tab.chooseFile(menuItem('Upload files'), large.file)
        await tab.see(heading('One file uploaded'))
        await tab.see(row('film.bin'))
        const sumOf = async (url = '') => {
          const sum = await crypto.subtle.digest('SHA-256', await (await fetch(url)).arrayBuffer())
          return Array.from(new Uint8Array(sum), (byte) => byte.toString(16).padStart(2, '0')).join('')
        }
        expect(await tab.run(sumOf, `${siteDoor()}/api/raw/film.bin`)).toBe(large.sha256)
      } finally {
        await large.remove()
      }
    })

    it('a file is renamed by keys, renamed back, deleted and restored', async () => {
      const person = await newPerson()
      await put(person, '/plan.txt', 'the plan')
      const tab = await logIn(person)
      await tab.click(row('plan.txt'))
      await tab.press('F2')
      await tab.see(DIALOG)
      const isInField = () => document.activeElement instanceof HTMLInputElement
      expect(await until(() => tab.run(isInField))).toBe(true)
      await tab.type('better')
      await tab.press('Enter')
      await tab.see(row('better.txt'))
      await tab.miss(DIALOG)
      await tab.press('Control', 'z')
      await tab.see(row('plan.txt'))
      await tab.click(row('plan.txt'))
      await tab.press('Delete')
      await tab.miss(row('plan.txt'))
      await tab.click(link('Trash'))
      await tab.click(row('plan.txt'), 'right')
      await tab.click(menuItem('Restore'))
      await tab.see(words('Restored “plan.txt”'))
      expect(await textOf(person, '/plan.txt')).toBe('the plan')
    })

    it('a folder is shared with a link, and a guest reads what is in it', async () => {
      const person = await newPerson()
      await put(person, '/Summer/notes.txt', 'Bring the tent.')
      await put(person, '/Summer/photo.png', pngPicture(2))
      const tab = await logIn(person)
      await tab.click(row('Summer'), 'right')
      await tab.click(menuItem('Share'))
      await tab.click(button('Create link'))
      await tab.see('//*[@role="img"][@aria-label="QR code of the link"]')
      await tab.see(words('Link copied'))
      await tab.picture('share')
      await tab.click(button('Done'))
      const [made] = (await person.get('/api/share/Summer')).expect(200).json<ShareLink[]>()
      const guest = await openTab()
      await guest.go(`share/${made?.hash ?? ''}`)
      await guest.see(heading('Summer'))
      await guest.see('//*[contains(@class, "gallery")]//img')
      await guest.picture('guest')
      await guest.click(link('notes.txt*'))
      await guest.see(words('Bring the tent.'))
      expect(await guest.run(() => location.pathname)).toMatch(/\/notes\.txt$/)
    })

    it('pictures are looked at one after another', async () => {
      const person = await newPerson()
      for (const number of [1, 2, 3]) await put(person, `/picture ${number}.png`, pngPicture(number * 3, 480))
      const tab = await logIn(person)
      await tab.open(row('picture 1.png'))
      const widthOf = (name = '') => document.querySelector<HTMLImageElement>(`img[alt="${name}"]`)?.naturalWidth ?? 0
      await tab.see('//img[@alt="picture 1.png"]')
      expect(await until(async () => (await tab.run(widthOf, 'picture 1.png')) === 480)).toBe(true)
      await tab.picture('viewer')
      await tab.press('ArrowRight')
      await tab.see(heading('picture 2.png'))
      await tab.see('//img[@alt="picture 2.png"]')
      await tab.press('Escape')
      await tab.see(row('picture 2.png'))
    })

    it('a text is changed and saved', async () => {
      const person = await newPerson()
      await put(person, '/list.txt', 'milk\n')
      const tab = await logIn(person)
      await tab.open(row('list.txt'))
      await tab.see(inside(TEXT, words('milk')))
      await tab.click(TEXT)
      await tab.press('Control', 'End')
      await tab.type('bread, ñ')
      await tab.see('//*[@role="img"][@aria-label="Not saved yet"]')
      await tab.picture('editor')
      await tab.press('Control', 's')
      await tab.miss('//*[@role="img"][@aria-label="Not saved yet"]')
      expect(await textOf(person, '/list.txt')).toBe('milk\nbread, ñ')
    })

    it('an event is planned', async () => {
      const person = await newPerson({ calendar: true })
      const tab = await logIn(person)
      await tab.go('calendario?view=month&date=2028-02-10')
      await tab.see(heading('February 2028'))
      await tab.fill(field('Quick add'), `Dentist ${name} 19 feb 2028 at 16:00`)
      await tab.see(words('Feb 19'))
      await tab.press('Enter')
      await tab.see(`//*[contains(@class, "cal-event")][contains(., "Dentist ${name}")]`)
      await tab.click(button('New event'))
      await tab.fill(field('Title'), `Swimming ${name}`)
      await tab.picture('event')
      await tab.click(inside(DIALOG, button('Add')))
      await tab.see(`//*[contains(@class, "cal-event")][contains(., "Swimming ${name}")]`)
      await tab.miss(DIALOG)
      await tab.picture('calendar')
      const asked = 'from=2028-02-01T00:00:00Z&to=2028-03-01T00:00:00Z'
      const { events } = (await person.get(`/api/calendar?${asked}`)).expect(200).json<CalendarWindow>()
      expect(events.map(({ title }) => title)).toEqual(expect.arrayContaining([`Dentist ${name}`, `Swimming ${name}`]))
    })
  })
}
