// Shows what is pushed, and leads to the event.
import type { PushMessage } from '../../../backend/contract/push-message.ts'
import { type PushData, scope, type WindowClient } from './scope.ts'

/** How long an open page has to say that it goes there; a login page does not. */
const ANSWER_MS = 1_000

/** What a notification says, and where a click at it leads. */
interface Words extends Pick<PushMessage, 'tag' | 'title' | 'lang' | 'path'> {
  body: string
}

/** Of what nobody can read, that there is something. */
export function wordsIn(data: PushData | null): Words {
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
export async function showPush({ title, path, ...words }: Words): Promise<void> {
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

export async function openPath(path: string): Promise<void> {
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
