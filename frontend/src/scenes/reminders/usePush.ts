import { useEffect } from 'react'
import type { WorkerWord } from '../../../../backend/contract/push-message.ts'
import type { Reminder } from '../../../../backend/contract/reminders.ts'
import { hasOwnPush } from '../../lib/own-push.ts'
import { registrationOf } from '../../lib/push-subscription.ts'
import { renewPush } from '../../stores/PushSwitch.ts'
import { remindersOf } from '../../stores/RemindersStore.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** Works together with the service worker of this device, if the person has switched push on here. */
export function usePush(shown: readonly Reminder[]): void {
  const root = useRoot()
  const person = root.session.user?.id
  useEffect(() => {
    // Elsewhere, in a browser without service workers, nobody listens.
    const worker = (navigator as Partial<Navigator>).serviceWorker
    if (worker === undefined) return
    if (hasOwnPush(root.storage, person)) renewPush(root)
    const hear = (event: MessageEvent) => hearWorker(root, event)
    worker.addEventListener('message', hear)
    worker.startMessages()
    return () => worker.removeEventListener('message', hear)
  }, [root, person])
  // What was answered here needs no notification, and what is read here neither.
  useEffect(() => {
    if (!hasOwnPush(root.storage, person)) return
    const tags = new Set(shown.map(({ key }) => key))
    return () => {
      const { list, shown: left } = remindersOf(root)
      const gone = [...tags].filter((tag) => !left.some(({ key }) => key === tag))
      if (list.value !== null && gone.length > 0) void takeAway(root, new Set(gone))
    }
  }, [root, person, shown])
}

function hearWorker(root: RootStore, { data, ports }: MessageEvent): void {
  const word = data as WorkerWord
  if (word.type === 'open') {
    ports[0]?.postMessage('taken')
    root.navigate(`/${word.path}`)
  } else if (document.visibilityState === 'visible' && remindersOf(root).shown.some(({ key }) => key === word.tag))
    void takeAway(root, new Set([word.tag]))
}

/** Closes notifications of this device. */
async function takeAway({ api }: RootStore, tags: ReadonlySet<string>): Promise<void> {
  const registration = await registrationOf({ script: '', scope: api.http.url('/') })
  const notifications = (await registration?.getNotifications()) ?? []
  for (const notification of notifications) if (tags.has(notification.tag)) notification.close()
}
