import { useEffect, useRef } from 'react'
import type { Reminder } from '../../../../backend/contract/reminders.ts'
import { hasOwnPush } from '../../lib/own-push.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { openEvent } from './open-event.ts'
import { useReminderWords } from './useReminderWords.ts'

/**
 * Tells the system of what is due while nobody looks at the page, if the person has allowed that. Pages that show the
 * same have one notification together, by its tag. A device with push is told by its service worker.
 */
export function useNotifications(shown: readonly Reminder[]): void {
  const root = useRoot()
  const { titleOf, whenOf } = useReminderWords()
  const told = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const fresh = shown.filter(({ key, due }) => !told.current.has(`${key} ${due}`))
    told.current = new Set(shown.map(({ key, due }) => `${key} ${due}`))
    const isAllowed = 'Notification' in window && Notification.permission === 'granted'
    if (document.visibilityState === 'visible' || !isAllowed || hasOwnPush(root.storage, root.session.user?.id)) return
    for (const reminder of fresh) notify(reminder)

    function notify(reminder: Reminder): void {
      try {
        const notification = new Notification(titleOf(reminder), {
          body: [whenOf(reminder, Date.parse(reminder.due)), reminder.place].filter(Boolean).join('\n'),
          tag: reminder.key,
        })
        notification.onclick = () => {
          window.focus()
          openEvent(root, reminder)
        }
      } catch {
        // Phones show notifications of service workers alone.
      }
    }
  }, [shown, root, titleOf, whenOf])
}
