// What a push says, as the service worker of the page gets it. Types only: it has no room for schemas.

/** JSON of 3 kB at most: push services take 4 kB, encrypted (RFC 8030 section 7.2). */
export interface PushMessage {
  /** A newer message with the same tag takes the place of this one. */
  tag: string
  title: string
  /** In the language of the person. */
  lang: string
  /** When the event is: as in a reminder. Left out of a test. */
  start?: string
  allDay?: boolean
  place?: string
  /** Where a click leads: below the base URL, without a slash at its start. */
  path: string
}

/** What the service worker says to open pages. */
export type WorkerWord =
  // A notification is shown. A page that shows the same takes it away.
  | { type: 'shown'; tag: string }
  // Somebody has clicked at one. A page that is signed in answers at the port, and goes there.
  | { type: 'open'; path: string }
