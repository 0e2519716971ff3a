// The service worker of the page, at {base}/sw.js: it shows what is pushed, and leads to the event. It keeps nothing
// and fetches nothing. It is registered when a person switches push on. As it is one file, it imports nothing.
import type { PushMessage, WorkerWord } from '../../../backend/contract/push-message.ts'

/** What it uses of `ServiceWorkerGlobalScope`, which the types of pages do not have. */
interface Scope {
  registration: ServiceWorkerRegistration
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<WindowClient[]>
    openWindow(url: string): Promise<unknown>
  }
  addEventListener(type: 'push', listener: (event: Lasting & { data: PushData | null }) => void): void
  addEventListener(type: 'notificationclick', listener: (event: Lasting & { notification: Notification }) => void): void
}
interface PushData {
  json(): Partial<PushMessage> | null
}
interface Lasting {
  waitUntil(work: Promise<unknown>): void
}
interface WindowClient {
  url: string
  focus(): Promise<unknown>
  postMessage(word: WorkerWord, ports?: MessagePort[]): void
}

/** How long an open page has to say that it goes there; a login page does not. */
const ANSWER_MS = 1_000

const scope = self as unknown as Scope

scope.addEventListener('push', (event) => {
  event.waitUntil(show(wordsIn(event.data)))
})
scope.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(String((event.notification.data as { path?: unknown } | null)?.path ?? '')))
})

/** What a notification says, and where a click at it leads. */
interface Words extends Pick<PushMessage, 'tag' | 'title' | 'lang' | 'path'> {
  body: string
}

/** Of what nobody can read, that there is something. */
function wordsIn(data: PushData | null): Words {
  try {
    return wordsOf(data?.json() ?? {})
  } catch {
    return wordsOf({})
  }
}

const wordsOf = (message: Partial<PushMessage>): Words => {
  const { tag = 'none', title = 'Nido', lang = 'en', path = '' } = message
  return { tag, title, lang, path, body: bodyOf({ ...message, lang }) }
}

/** Browsers want each push to be shown, so an open page takes it away, not we. */
async function show({ title, path, ...words }: Words): Promise<void> {
  await scope.registration.showNotification(title, { ...words, data: { path } })
  for (const page of await openPages()) page.postMessage({ type: 'shown', tag: words.tag })
}

/** When and where, by the clock of this device. Whole days are the same everywhere. */
function bodyOf({ start, allDay = false, place = '', lang }: Partial<PushMessage>): string {
  if (start === undefined) return place
  const day = { weekday: 'long', day: 'numeric', month: 'long' } as const
  const form = allDay
    ? ({ ...day, timeZone: 'UTC' } as const)
    : ({ ...day, hour: 'numeric', minute: '2-digit' } as const)
  return [new Intl.DateTimeFormat(lang, form).format(new Date(start)), place].filter(Boolean).join('\n')
}

async function openPages(): Promise<WindowClient[]> {
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return pages.filter(({ url }) => url.startsWith(scope.registration.scope))
}

async function open(path: string): Promise<void> {
  for (const page of await openPages())
    if (await isTaken(page, path)) {
      await page.focus()
      return
    }
  await scope.clients.openWindow(new URL(path, scope.registration.scope).href)
}

/** Whether a page goes there. */
function isTaken(page: WindowClient, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ANSWER_MS)
    port1.onmessage = () => {
      clearTimeout(timer)
      resolve(true)
    }
    page.postMessage({ type: 'open', path }, [port2])
  })
}
