// A browser of the tests has no push service, so what its Push API gives is made up.
import type { Browser, Page } from '@playwright/test'
import type { Client } from '../helpers/client.ts'
import { signIn } from './world.ts'

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

export async function signInWithPush(
  { browser, door }: { browser: Browser; door: string },
  person: Client,
): Promise<Page> {
  const page = await signIn(browser, `${door}/`, person, { locale: 'en-US', serviceWorkers: 'allow' })
  await page.context().grantPermissions(['notifications'])
  const endpoint = `https://push.example.org/${person.username}`
  await page.context().addInitScript(pretendPush, { endpoint, p256dh: P256DH })
  return page
}

export const switchOf = (page: Page) => page.getByRole('switch', { name: 'Remind me here when Nido is closed' })
