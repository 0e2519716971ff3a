// The household that the screens of picture-screens.ts are opened in.
import type { Page } from 'playwright'
import type { Locale } from '../../backend/contract/locales.ts'
import type { Client } from '../../tests/helpers/client.ts'
import type { Site } from '../../tests/helpers/nido.ts'
import { fillHousehold } from '../sample-household.ts'
import type { Links, Screen } from './picture-screens.ts'

const DAY_MS = 86_400_000

/** Who the screens in one language are of: the page speaks the language of the person. */
export interface Household {
  person: Client
  admin: Client
  links: Links
}

const NAMES: Partial<Record<Locale, { person: string; admin: string }>> = {
  en: { person: 'marta', admin: 'olivia' },
  es: { person: 'jorge', admin: 'lucia' },
}

/** Makes its people, files and events. */
export async function makeHousehold({ makePerson }: Pick<Site, 'makePerson'>, locale: Locale): Promise<Household> {
  const names = NAMES[locale] ?? { person: `marta-${locale}`, admin: `olivia-${locale}` }
  const perm = { importTorrents: true, importYouTube: true, calendar: true }
  const person = await makePerson({ username: names.person, locale, perm })
  const admin = await makePerson({ username: names.admin, locale, perm: { admin: true } })
  await planMonth(person)
  await fillHousehold(person)
  ;(await person.delete('/api/resources/Old%20notes.txt')).expect(204)
  for (const place of ['Recipes/', 'Photos/Mallorca/', 'Photos/Mallorca/IMG%204126.jpg', 'Holiday%20plans.md'])
    (await person.put(`/api/favourites/${place}`)).expect(204)
  const linkTo = async (wish: object) =>
    (await person.post('/api/share/Photos/Mallorca', wish)).expect(200).json<{ hash: string }>().hash
  for (const wish of [{ expires: '7', unit: 'days', password: 'sesame' }, {}])
    (await person.post('/api/share/Sunset.jpg', wish)).expect(200)
  const links = { open: await linkTo({}), locked: await linkTo({ password: 'sesame', expires: '7', unit: 'days' }) }
  return { person, admin, links }
}

/** Events around today. */
async function planMonth(person: Client): Promise<void> {
  const dayOf = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
  const plan = async (event: object) => {
    const whole = { calendar: `own-${person.id}`, allDay: false, zone: 'Europe/Madrid', ...event }
    ;(await person.post('/api/calendar/events', whole)).expect(200)
  }
  const at = (days: number, [from, to]: [string, string]) => ({
    start: `${dayOf(days)}T${from}`,
    end: `${dayOf(days)}T${to}`,
  })
  await plan({ title: 'Swimming', ...at(-4, ['17:00', '18:00']), rule: 'FREQ=WEEKLY;COUNT=8', reminders: [60] })
  await plan({ title: 'Parents’ evening', place: 'School', ...at(-1, ['19:00', '20:30']) })
  await plan({ title: 'Mallorca', allDay: true, start: dayOf(3), end: dayOf(8) })
  await plan({ title: 'Boiler service', ...at(1, ['09:00', '10:00']), notes: 'Documents/Boiler manual.pdf' })
}

const READY = 'main[aria-busy="false"]:visible, main:not([aria-busy]):visible, [role="dialog"]:visible'

/** Opens a screen in a browser that somebody is signed in with, if it is not for guests, and does what leads to it. */
export async function openScreen(page: Page, screen: Screen, { person, links }: Household): Promise<void> {
  if (screen.view !== undefined) await setView(person, screen.view)
  await page.goto(screen.address(links))
  await page.locator(READY).first().waitFor()
  await screen.act?.(page, person)
}

async function setView(person: Client, mode: string): Promise<void> {
  const look = { mode, tile: 280, group: 'none', sorting: { by: 'name', asc: false }, foldersFirst: true }
  ;(await person.put('/api/views/Photos/Mallorca', look)).expect(204)
}
