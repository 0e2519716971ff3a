// What the service worker makes of a push, delivered by the browser's debugging protocol. A browser without a screen
// refuses to show notifications, whatever is permitted. So a place for them is made up, for the browser's own
// functions; the worker is ours as it is.
import type { Browser, Page, Worker } from '@playwright/test'
import type { CalendarChange } from '../../backend/contract/calendar.ts'
import type { PushMessage } from '../../backend/contract/push-message.ts'
import type { Client } from '../helpers/client.ts'
import { signInWithPush, switchOf } from './pretend-push.ts'
import { consoleErrors, expect, test } from './world.ts'

interface Shown {
  title: string
  tag: string
  lang: string
  body: string
  data: { path: string }
}

/** What the place for notifications has, and which addresses were to be opened in a new window. */
interface Place {
  shown: Shown[]
  opened: string[]
}

/** Runs in the service worker. */
function makeUpPlace(): void {
  const place: Place = { shown: [], opened: [] }
  const scope = self as unknown as {
    registration: { showNotification: unknown }
    clients: { openWindow: unknown }
    place: Place
  }
  scope.place = place
  scope.registration.showNotification = async (title: string, told: Omit<Shown, 'title'>) => {
    const { tag, lang, body, data } = told
    place.shown = [...place.shown.filter((one) => one.tag !== tag), { title, tag, lang, body, data }]
  }
  scope.clients.openWindow = async (url: string) => place.opened.push(url)
}

/** Runs in the service worker: what a browser does when somebody taps the last notification. */
async function tap(): Promise<void> {
  const { place } = self as unknown as { place: Place }
  const tapped = place.shown.at(-1)
  const close = () => (place.shown = place.shown.filter((one) => one !== tapped))
  let work: Promise<unknown> = Promise.resolve()
  const waitUntil = (promise: Promise<unknown>) => (work = promise)
  self.dispatchEvent(Object.assign(new Event('notificationclick'), { notification: { ...tapped, close }, waitUntil }))
  // Without somebody at the screen, a browser does not bring a page to the front.
  await work.catch((error: DOMException) => {
    if (error.name !== 'InvalidAccessError') throw error
  })
}

interface Pushed {
  page: Page
  worker: Worker
  /** `data`: the bytes of a push, as text. */
  push(data: string): Promise<void>
  place(): Promise<Place>
}

/** A page whose device gets pushes. */
async function openPushed(site: { browser: Browser; door: string }, person: Client): Promise<Pushed> {
  const page = await signInWithPush(site, person)
  await page.goto('settings/profile')
  await switchOf(page).check()
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'))
  await worker.evaluate(makeUpPlace)
  const place = () => worker.evaluate(() => (self as unknown as { place: Place }).place)
  return { page, worker, push: await pusherOf(page, site.door), place }
}

async function pusherOf(page: Page, door: string): Promise<Pushed['push']> {
  const session = await page.context().newCDPSession(page)
  const registration = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ isDeleted, scopeURL }) => !isDeleted && scopeURL === `${door}/`)
      if (found) resolve(found.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registration
  const { origin } = new URL(door)
  return async (data) => {
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  }
}

const DENTIST = {
  title: 'Dentist',
  allDay: false,
  start: '2027-11-18T17:30',
  end: '2027-11-18T18:15',
  zone: 'UTC',
}
const textOf = (message: Partial<PushMessage>) => JSON.stringify(message)

test('the service worker shows what is pushed, in the language of the person, and a tap leads to the event', async ({
  site,
  door,
  browser,
}) => {
  const person = await site.makePerson({ perm: { calendar: true } })
  const planned = await person.post('/api/calendar/events', { ...DENTIST, calendar: `own-${person.id}` })
  const id = planned.expect(200).json<CalendarChange>().event?.id ?? ''
  const { page, worker, push, place } = await openPushed({ browser, door }, person)
  const errors = consoleErrors(page)
  const path = `calendario?date=2027-11-18&event=${id}`
  const told = { tag: 'one', lang: 'es', title: 'Dentista', start: '2027-11-18T17:30:00.000Z', path }
  await push(textOf({ ...told, allDay: false, place: 'Calle Mayor 1' }))
  const shown = { title: 'Dentista', tag: 'one', lang: 'es', data: { path } }
  const body = expect.stringMatching(/18 de noviembre.*\nCalle Mayor 1$/)
  await expect.poll(async () => (await place()).shown).toEqual([{ ...shown, body }])
  // Another one of the same reminder takes its place. A day is the same everywhere.
  await push(textOf({ ...told, lang: 'en', title: 'Birthday', start: '2027-11-18', allDay: true, place: '' }))
  const day = { ...shown, title: 'Birthday', lang: 'en', body: 'Thursday, November 18' }
  await expect.poll(async () => (await place()).shown).toEqual([day])
  // A tap leads the open page there.
  await worker.evaluate(tap)
  await expect(page.getByRole('dialog', { name: 'Event' }).getByLabel('Title')).toHaveValue('Dentist')
  expect(await place()).toEqual({ shown: [], opened: [] })
  // Where no page can go there, a tap opens one.
  await page.goto('about:blank')
  await push(textOf({ ...told, tag: 'two' }))
  await expect.poll(async () => (await place()).shown).toHaveLength(1)
  await worker.evaluate(tap)
  expect(await place()).toEqual({ shown: [], opened: [`${door}/${path}`] })
  expect(errors).toEqual([])
  await page.context().close()
})

test('a push without words, or with words that nobody can read, does no harm', async ({ site, door, browser }) => {
  const { page, worker, push, place } = await openPushed({ browser, door }, await site.makePerson())
  const nothing = { title: 'Nido', tag: 'none', lang: 'en', body: '', data: { path: '' } }
  const bad = [
    '',
    'hello',
    'null',
    '7',
    '{"tag":',
    textOf({ start: 'soon', title: 'Odd' }),
    textOf({ lang: '!', start: '2027-11-18' }),
  ]
  for (const data of bad) {
    await worker.evaluate(() => void ((self as unknown as { place: Place }).place.shown = []))
    await push(data)
    await expect.poll(async () => [data, (await place()).shown]).toEqual([data, [nothing]])
  }
  // It goes on, and a tap at what says nothing opens the house.
  await push(textOf({ tag: 'good', title: 'Piano', lang: 'en', path: 'calendario' }))
  await expect.poll(async () => (await place()).shown.map(({ title }) => title)).toEqual(['Nido', 'Piano'])
  await page.goto('about:blank')
  await worker.evaluate(() => {
    const { place: made } = self as unknown as { place: Place }
    made.shown = made.shown.filter(({ title }) => title === 'Nido')
  })
  await worker.evaluate(tap)
  expect(await place()).toEqual({ shown: [], opened: [`${door}/`] })
  await page.context().close()
})

/** Runs in the page: the notifications of the device, which write down when they are closed. */
function makeUpNotifications(tags: string[]): void {
  const closedTags: string[] = []
  Object.assign(globalThis, { closedTags })
  const notifications = tags.map((tag) => ({ tag, close: () => closedTags.push(tag) }))
  ServiceWorkerRegistration.prototype.getNotifications = async () => notifications as unknown as Notification[]
}
const closedIn = (page: Page) => page.evaluate(() => (globalThis as unknown as { closedTags: string[] }).closedTags)

test('what is read on an open page needs no notification', async ({ site, door, browser }) => {
  const person = await site.makePerson({ perm: { calendar: true } })
  const { page, push } = await openPushed({ browser, door }, person)
  const soon = new Date(Math.floor(Date.now() / 60_000 + 8) * 60_000).toISOString().slice(0, 16)
  const event = { ...DENTIST, title: 'Piano', start: soon, end: soon, reminders: [10], calendar: `own-${person.id}` }
  ;(await person.post('/api/calendar/events', event)).expect(200)
  await expect(page.getByRole('article', { name: 'Piano' })).toBeVisible()
  const { items } = (await person.get('/api/reminders')).json<{ items: { key: string }[] }>()
  const key = items[0]?.key ?? ''
  await page.evaluate(makeUpNotifications, ['other', key])
  await push(textOf({ tag: 'other', title: 'Other', lang: 'en', path: 'calendario' }))
  await push(textOf({ tag: key, title: 'Piano', lang: 'en', path: 'calendario' }))
  await expect.poll(() => closedIn(page)).toEqual([key])
  await page.context().close()
})
