// Push in a browser: the switch in the profile. What the service worker does is in push-worker.test.ts, what a worker
// sends in tests/api/push.test.ts.
import { setTimeout as sleep } from 'node:timers/promises'
import type { PushState } from '../../backend/contract/push.ts'
import type { Client } from '../helpers/client.ts'
import { expectAccessible } from './axe.ts'
import { signInWithPush, switchOf } from './pretend-push.ts'
import { consoleErrors, expect, signIn, test, testAlone } from './world.ts'

/** Longer than the switch takes to be shown and used. */
const TELLING_MS = 2_000

const stateOf = async (client: Client) => (await client.get('/api/push')).expect(200).json<PushState>()

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
  await switchOf(page).check()
  const row = page.getByRole('listitem').filter({ hasText: 'This device' })
  await expect(row).toContainText(/Chrome.*not reminded yet/)
  await expectAccessible(page, 'the devices for reminders')
  expect((await stateOf(person)).items).toHaveLength(1)
  await row.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByText('A test is on its way')).toBeVisible()
  // It stays on, and goes off, even while the page still tells the server that the device is used.
  await page.route('**/api/push/devices', async (route) => {
    if (route.request().method() === 'POST') await sleep(TELLING_MS)
    await route.continue()
  })
  const told = page.waitForResponse('**/api/push/devices')
  await page.reload()
  await expect(switchOf(page)).toBeChecked()
  await switchOf(page).uncheck()
  await expect(row).toBeHidden()
  await told
  expect((await stateOf(person)).items).toEqual([])
  await page.unroute('**/api/push/devices')
  // The worker stays: it keeps the page as well.
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(1)
  // Logging out ends it.
  await switchOf(page).check()
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login/)
  // The page does not wait for the server.
  await expect.poll(async () => (await stateOf(person)).items).toEqual([])
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
