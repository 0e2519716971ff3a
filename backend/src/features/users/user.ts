// A person as every feature knows one.
import type { UserRecord } from '../../../contract/users.ts'

/** A person as features see it: the record of `/api/users` without anything of the password. */
export type User = Omit<UserRecord, 'password'> & {
  /** When the record was changed last. A token that tells of an older record is told to renew. */
  changed: Date
}
