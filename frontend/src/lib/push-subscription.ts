// The subscription of this browser, by its Push API.
import type { PushBody } from '../../../backend/contract/push.ts'

/** The script of the service worker, and the addresses that it is for. */
export interface WorkerPlace {
  script: string
  scope: string
}

/** Whether this browser can be pushed to. It needs a page over TLS; on an iPhone, one on the home screen. */
export const canPush = (): boolean =>
  isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

export const registrationOf = async ({ scope }: WorkerPlace): Promise<ServiceWorkerRegistration | undefined> => {
  if (!canPush()) return undefined
  const found = await navigator.serviceWorker.getRegistration(scope)
  // For an address without a worker of its own, that of a folder above is found.
  return found?.scope === new URL(scope, location.href).href ? found : undefined
}

/** What the server is told of this browser; null if it has not subscribed. */
export async function subscribed(place: WorkerPlace): Promise<PushBody | null> {
  const subscription = await (await registrationOf(place))?.pushManager.getSubscription()
  return subscription ? bodyOf(subscription) : null
}

/** Subscribes, with the key of the server. @throws DOMException where the browser, or its person, does not want it */
export async function subscribe(place: WorkerPlace, key: string): Promise<PushBody> {
  const registration = await activeWorker(place)
  const options = { userVisibleOnly: true, applicationServerKey: key }
  try {
    return bodyOf(await registration.pushManager.subscribe(options))
  } catch (error) {
    // It subscribed with another key, of a server that was set up anew.
    const old = await registration.pushManager.getSubscription()
    if (old === null || (error as DOMException).name !== 'InvalidStateError') throw error
    await old.unsubscribe()
    return bodyOf(await registration.pushManager.subscribe(options))
  }
}

/** Ends the subscription. The service worker stays, because it keeps the page for times without a connection. */
export async function unsubscribe(place: WorkerPlace): Promise<void> {
  const registration = await registrationOf(place)
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

/** The id by which the server lists a device. */
export async function deviceIdOf({ endpoint }: Pick<PushBody, 'endpoint'>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)))
  const text = btoa(String.fromCharCode(...hash.subarray(0, 12)))
  return text.replaceAll('+', '-').replaceAll('/', '_')
}

/**
 * Registers the service worker, and waits until one is active: before that, a browser refuses to subscribe. That of an
 * update may still wait.
 * @throws DOMException where the browser does not want it
 */
export async function activeWorker({ script, scope }: WorkerPlace): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(script, { scope, updateViaCache: 'none' })
  const registration = await navigator.serviceWorker.getRegistration(scope)
  if (registration === undefined) throw new DOMException('the service worker has gone', 'AbortError')
  const worker = registration.installing ?? registration.waiting
  if (registration.active === null && worker !== null)
    await new Promise<void>((resolve) => {
      worker.addEventListener('statechange', () => {
        if (worker.state === 'activated' || worker.state === 'redundant') resolve()
      })
    })
  return registration
}

function bodyOf(subscription: PushSubscription): PushBody {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } }
}
