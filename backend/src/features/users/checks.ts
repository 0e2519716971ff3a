// Checks of a person's name, password and permissions.
import type { Permissions } from '../../../contract/permissions.ts'
import { PASSWORD_MAX_BYTES } from '../../../contract/session.ts'
import { AppError } from '../../lib/app-error.ts'
import { isGuessable } from '../../lib/setting-kinds.ts'

const USERNAME_MAX = 256

/** @throws AppError `badRequest` for a name that is empty, too long, or looks like another one */
export function checkUsername(username: string): void {
  if (username === '' || username.length > USERNAME_MAX)
    throw new AppError('badRequest', 'a user name must have 1 to 256 characters')
  // eslint-disable-next-line no-control-regex -- control characters are what it refuses
  if (username.trim() !== username || /[\u0000-\u001f\u007f]/.test(username) || !username.isWellFormed())
    throw new AppError('badRequest', 'the user name has control characters, or spaces at the start or end')
}

/** @throws AppError `badRequest` for a password that is too short, too long or too common */
export function checkPassword(password: string, minimumBytes: number): void {
  const bytes = Buffer.byteLength(password)
  if (password === '' || bytes < minimumBytes)
    throw new AppError('badRequest', `the password must have at least ${minimumBytes} bytes`)
  if (bytes > PASSWORD_MAX_BYTES)
    throw new AppError('badRequest', `the password must have at most ${PASSWORD_MAX_BYTES} bytes`)
  if (isGuessable(password)) throw new AppError('badRequest', 'the password is too easy to guess')
}

/** A link gives access to content. @throws AppError `badRequest` for `share` without `download` */
export function checkPermissions(perm: Permissions): void {
  if (perm.share && !perm.download) throw new AppError('badRequest', 'the permission share requires download')
}
