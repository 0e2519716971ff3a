// The kinds of audit entries. Without schemas, so that the page can import it.

/** Every kind of audit entry. */
export const AUDIT_KINDS = [
  // Somebody logged in, or tried to.
  'signIn',
  'signUp',
  // `sessionEnd`: the person or an administrator ended one session. `sessionsEnd`: all others were ended.
  'sessionEnd',
  'sessionsEnd',
  // The person had to prove who they are by their current password, and it was wrong.
  'passwordRefused',
  'personMade',
  'personChanged',
  'personRemoved',
  // The files of a deleted person were deleted for good.
  'filesRemoved',
  'settingsChanged',
  'linkMade',
  'linkChanged',
  'linkRemoved',
  // A guest opened a link, downloaded from it, or entered a wrong password.
  'linkOpened',
  'linkDownloaded',
  'linkRefused',
  // A browser that reminders are pushed to.
  'pushDeviceAdded',
  'pushDeviceEnded',
  // Files went to the trash, were restored, or were deleted for good.
  'delete',
  'restore',
  'purge',
  // A torrent, video or link was imported, or an import ended.
  'import',
  // The private address of a person's calendars, and a password of a device for CalDAV.
  'calendarFeedMade',
  'calendarFeedEnded',
  'deviceMade',
  'deviceEnded',
  // A person has added an outside calendar, or removed it.
  'outsideCalendarAdded',
  'outsideCalendarRemoved',
] as const

/** Days that entries are kept. */
export const AUDIT_KEPT_DAYS = 365
