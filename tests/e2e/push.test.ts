// Push in a browser: the switch in the profile, and the service worker by the browser's debugging protocol. A browser
// of the tests has no push service, so what its Push API gives is made up. What a worker sends is in
// tests/api/push.test.ts.
import type { BrowserContext, Page, Worker } from '@playwright/test'
import type { CalendarChange } from '../../backend/contract/calendar.ts'
import type { PushMessage } from '../../backend/contract/push-message.ts'
import type { PushState } from '../../backend/contract/push.ts'
import type { Client } from '../helpers/client.ts'
import { expectAccessible } from './axe.ts'
import { consoleErrors, expect, signIn, test, testAlone } from './world.ts'

const P256DH = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'

/** Subscribes as a browser with a push service would. It is remembered, as browsers do. */
function pretendPush({ endpoint, p256dh }: { endpoint: string; p256dh: string }): void {
  const key = 'test-subscription'
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh, auth: 'BTBZMqHH6r4Tts7J_aSIgg' } }),
    unsubscribe: async () => {
      localStorage.removeItem(key)
      return true
    },
  } as unknown as PushSubscription
  PushManager.prototype.subscribe = async () => {
    localStorage.setItem(key, 'yes')
    return subscription
  }
  PushManager.prototype.getSubscription = async () => (localStorage.getItem(key) === null ? null : subscription)
}

async function signInWithPush(
  { browser, door }: { browser: Parameters<typeof signIn>[0]; door: string },
  person: Client,
): Promise<Page> {
  const page = await signIn(browser, `${door}/`, person, { locale: 'en-US' })
  await page.context().grantPermissions(['notifications'])
  const endpoint = `https://push.example.org/${person.username}`
  await page.context().addInitScript(pretendPush, { endpoint, p256dh: P256DH })
  return page
}

const stateOf = async (client: Client) => (await client.get('/api/push')).expect(200).json<PushState>()
const switchOf = (page: Page) => page.getByRole('switch', { name: 'Remind me here when Nido is closed' })

test('a person switches push on for a device, tries it, and ends it; logging out ends it as well', async ({
  site,
  door,
  browser,
}) => {
  const person = await site.makePerson()
  const page = await signInWithPush({ browser, door }, person)
  const errors = consoleErrors(page)
  await page.goto('settings/profile')
  await expect(switchOf(page)).toBeEnabled()
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  await switchOf(page).check()
  const row = page.getByRole('listitem').filter({ hasText: 'This device' })
  await expect(row).toContainText(/Chrome.*not reminded yet/)
  await expectAccessible(page, 'the devices for reminders')
  expect((await stateOf(person)).items).toHaveLength(1)
  await row.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByText('A test is on its way')).toBeVisible()
  // It stays on, and goes off.
  await page.reload()
  await expect(switchOf(page)).toBeChecked()
  await switchOf(page).uncheck()
  await expect(row).toBeHidden()
  expect((await stateOf(person)).items).toEqual([])
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  // Logging out ends it.
  await switchOf(page).check()
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect((await stateOf(person)).items).toEqual([])
  expect(errors).toEqual([])
  await page.context().close()
})

testAlone(
  'without a worker, the profile says that reminders come only on open pages',
  async ({ site, door, browser }) => {
    const page = await signIn(browser, `${door}/`, await site.makePerson(), { locale: 'en-US' })
    await page.goto('settings/profile')
    await expect(page.getByText('No worker is running, so reminders come only')).toBeVisible()
    await page.context().close()
  },
)

test('a browser that refuses says what to do', async ({ site, door, browser }) => {
  const person = await site.makePerson()
  const page = await signInWithPush({ browser, door }, person)
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
    Notification.requestPermission = async () => 'denied'
  })
  await page.goto('settings/profile')
  await expect(page.getByText('The browser blocks notifications of this page.')).toBeVisible()
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PushManager')
  })
  await page.reload()
  await expect(page.getByText('This browser cannot do that here.')).toBeVisible()
  await expect(switchOf(page)).toBeDisabled()
  await page.context().close()
})

test('the service worker shows what is pushed, and leads to the event', async ({ site, door, browser }) => {
  const person = await site.makePerson({ perm: { calendar: true } })
  const page = await signInWithPush({ browser, door }, person)
  const errors = consoleErrors(page)
  const event = {
    calendar: `own-${person.id}`,
    title: 'Dentist',
    allDay: false,
    start: '2027-11-18T17:30',
    end: '2027-11-18T18:15',
    zone: 'UTC',
  }
  const planned = (await person.post('/api/calendar/events', event)).expect(200).json<CalendarChange>()
  await page.goto('settings/profile')
  await switchOf(page).check()
  await expect(page.getByText('This device')).toBeVisible()
  const push = await pusherOf(page, door)
  const path = `calendario?date=2027-11-18&event=${planned.event?.id ?? ''}`
  const message = { tag: 'one', lang: 'es', title: 'Dentista', start: '2027-11-18T17:30:00.000Z', path }
  await push({ ...message, allDay: false, place: 'Calle Mayor 1' })
  await expect
    .poll(() => notificationsOf(page))
    .toEqual([
      { title: 'Dentista', tag: 'one', lang: 'es', body: expect.stringMatching(/18 de noviembre.*\nCalle Mayor 1$/) },
    ])
  // Another one of the same reminder takes its place. A day is the same everywhere.
  await push({ ...message, title: 'Cumpleaños', start: '2027-11-18', allDay: true, place: '' })
  await expect
    .poll(() => notificationsOf(page))
    .toEqual([{ title: 'Cumpleaños', tag: 'one', lang: 'es', body: 'jueves, 18 de noviembre' }])
  // A click leads the open page there.
  await clickAt(await workerOf(page.context()))
  await expect(page.getByRole('dialog', { name: 'Event' }).getByLabel('Title')).toHaveValue('Dentist')
  expect(await notificationsOf(page)).toEqual([])
  expect(page.context().pages()).toHaveLength(1)
  // It has no part in what pages fetch.
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  expect(errors).toEqual([])
  await page.context().close()
})

test('what is read on an open page needs no notification', async ({ site, door, browser }) => {
  const person = await site.makePerson({ perm: { calendar: true } })
  const page = await signInWithPush({ browser, door }, person)
  await page.goto('settings/profile')
  await switchOf(page).check()
  await expect(page.getByText('This device')).toBeVisible()
  const start = new Date(Math.floor(Date.now() / 60_000 + 8) * 60_000)
  const event = {
    calendar: `own-${person.id}`,
    title: 'Piano',
    allDay: false,
    start: start.toISOString().slice(0, 16),
    end: start.toISOString().slice(0, 16),
    zone: 'UTC',
    reminders: [10],
  }
  ;(await person.post('/api/calendar/events', event)).expect(200)
  await expect(page.getByRole('article', { name: 'Piano' })).toBeVisible()
  const { items } = (await person.get('/api/reminders')).json<{ items: { key: string }[] }>()
  const push = await pusherOf(page, door)
  await push({ tag: items[0]?.key ?? '', title: 'Piano', lang: 'en', path: 'calendario' })
  await push({ tag: 'other', title: 'Other', lang: 'en', path: 'calendario' })
  await expect.poll(async () => (await notificationsOf(page)).map(({ tag }) => tag)).toEqual(['other'])
  await page.context().close()
})

/** Pushes to the service worker of a page by the debugging protocol of Chromium. */
async function pusherOf(page: Page, door: string): Promise<(message: PushMessage) => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  const registration = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations.filter(({ isDeleted, scopeURL }) => !isDeleted && scopeURL === `${door}/`)
      if (found) resolve(found.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registration
  return async (message) => {
    const data = JSON.stringify(message)
    await session.send('ServiceWorker.deliverPushMessage', { origin: new URL(door).origin, registrationId, data })
  }
}

const notificationsOf = (page: Page) =>
  page.evaluate(async () => {
    const [registration] = await navigator.serviceWorker.getRegistrations()
    const shown = (await registration?.getNotifications()) ?? []
    return shown.map(({ title, tag, lang, body }) => ({ title, tag, lang, body }))
  })

const workerOf = async (context: BrowserContext): Promise<Worker> =>
  context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))

/** What a browser does when somebody clicks at the first notification. */
const clickAt = (worker: Worker): Promise<void> =>
  worker.evaluate(async () => {
    const scope = self as unknown as { registration: ServiceWorkerRegistration }
    const [notification] = await scope.registration.getNotifications()
    const Clicked = (globalThis as unknown as { NotificationEvent: new (type: string, init: object) => Event })
      .NotificationEvent
    self.dispatchEvent(new Clicked('notificationclick', { notification }))
  })
