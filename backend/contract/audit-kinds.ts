// What the audit tells of. Without schemas, for the page.

/** Every kind of entry there is. */
export const AUDIT_KINDS = [
  // Somebody signed in, or tried to.
  'signIn',
  'signUp',
  // A session was ended by its person or an administrator; all others of a person were.
  'sessionEnd',
  'sessionsEnd',
  // The password of who acts was asked for, and was wrong.
  'passwordRefused',
  'personMade',
  'personChanged',
  'personRemoved',
  // The files of a person who was removed are gone for good.
  'filesRemoved',
  'settingsChanged',
  'linkMade',
  'linkChanged',
  'linkRemoved',
  // A guest looked at what a link leads to, downloaded something, or came with a wrong password.
  'linkOpened',
  'linkDownloaded',
  'linkRefused',
  // Files went into the trash, came back, or were ended for good.
  'delete',
  'restore',
  'purge',
] as const

/** Days that entries are kept. */
export const AUDIT_KEPT_DAYS = 365
