import { messageOf } from '../../api/error-message.ts'
import { ApiError } from '../../api/http.ts'
import type { Message } from '../../i18n/message.ts'
import { PartMissing } from '../../lib/fetch-part.ts'

/** Errors of a field, or of the whole form. */
export type Troubles = Partial<Record<'username' | 'password' | 'confirm' | 'form', Message>>

export interface LoginValues {
  username: string
  password: string
  confirm: string
}

/** Errors that can be found without the server. */
export function checkForm(values: LoginValues, options: { isSignup: boolean; needsCaptcha: boolean }): Troubles {
  const troubles: Troubles = {}
  if (values.username === '') troubles.username = { key: 'login.usernameMissing' }
  if (values.password === '') troubles.password = { key: 'login.passwordMissing' }
  else if (options.isSignup && values.password !== values.confirm)
    troubles.confirm = { key: 'login.passwordsDontMatch' }
  if (options.needsCaptcha) troubles.form = { key: 'login.captchaMissing' }
  return troubles
}

/** The meaning of the server's refusal in this form. */
export function troubleOf(error: unknown, isSignup: boolean): Troubles {
  const code = error instanceof ApiError ? error.code : null
  const status = error instanceof ApiError ? error.status : null
  if (isSignup && code === 'conflict') return { username: { key: 'login.usernameTaken' } }
  if (isSignup && code === 'badRequest') return { form: { key: 'login.badSignup' } }
  if (isSignup && code === 'methodNotAllowed') return { form: { key: 'login.signupOff' } }
  if (status === 403) return { form: { key: 'login.wrongCredentials' } }
  if (error instanceof PartMissing)
    return { form: { key: error.isOutdated ? 'failure.updatedLead' : 'failure.partLead' } }
  if (code === 'network') return { form: { key: 'login.unreachable' } }
  return { form: messageOf(error) }
}
