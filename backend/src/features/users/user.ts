// A person as every feature knows one.
import type { Locale } from '../../../contract/locales.ts'
import type { UserRecord } from '../../../contract/users.ts'

/** A person as features see it: the record of `/api/users` without anything of the password. */
export type User = Omit<UserRecord, 'password'> & {
  /** When the record was changed last. A token that tells of an older record is told to renew. */
  changed: Date
  /** For what the server writes: the language that the person chose, or else that of the browser. */
  language: Locale
}
