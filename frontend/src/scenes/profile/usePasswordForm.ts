import { useCallback, useEffect, useRef, useState } from 'react'
import type { TokenUser } from '../../../../backend/contract/session.ts'
import { PASSWORD_MAX_BYTES } from '../../../../backend/contract/limits.ts'
import { messageOf } from '../../api/error-message.ts'
import { ApiError } from '../../api/http.ts'
import type { Message } from '../../i18n/message.ts'
import { passwordStrength } from '../../lib/password-strength.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useFirstWrong } from '../settings/useFirstWrong.ts'
import { useLeaveQuestion } from '../frame/useLeaveQuestion.ts'
import { sessionsOf } from '../../stores/SessionsStore.ts'

const EMPTY = { current: '', wanted: '', repeated: '' }
export type PasswordName = keyof typeof EMPTY
type Troubles = Partial<Record<PasswordName | 'form', Message>>

/** The values, their errors, and how to submit them. Call it inside an observer. */
export function usePasswordForm(user: TokenUser) {
  const minimum = useRoot().settings.MinimumPasswordLength
  const [values, setValues] = useState(EMPTY)
  const [troubles, setTroubles] = useState<Troubles>({})
  const [isBusy, setBusy] = useState(false)
  const { form, showFirstWrong } = useFirstWrong()
  const change = useChange(user)
  const latest = useRef(values)
  useEffect(() => {
    latest.current = values
  })
  // The current password does not count as a change, because the browser may have filled it in.
  useLeaveQuestion(useCallback(() => latest.current.wanted !== '' || latest.current.repeated !== '', []))
  const refuse = (found: Troubles) => {
    setTroubles(found)
    showFirstWrong()
  }
  const submit = async () => {
    const found = troublesOf(values, minimum)
    if (Object.keys(found).length > 0) return refuse(found)
    setBusy(true)
    setTroubles({})
    try {
      await change(values, () => setValues(EMPTY))
    } catch (error) {
      refuse(refusal(error))
    } finally {
      setBusy(false)
    }
  }
  const type = (name: PasswordName, text: string) => {
    setValues({ ...values, [name]: text })
    setTroubles({})
  }
  const strength = passwordStrength(values.wanted, minimum)
  return { form, values, troubles, isBusy, strength, isSame: isSame(values), type, submit }
}

const isSame = ({ wanted, repeated }: typeof EMPTY): boolean => repeated !== '' && repeated === wanted

function troublesOf(values: typeof EMPTY, minimum: number): Troubles {
  if (values.current === '') return { current: { key: 'profile.currentMissing' } }
  if (passwordStrength(values.wanted, minimum) === 'short')
    return { wanted: { key: 'profile.tooShort', values: { count: minimum } } }
  if (new TextEncoder().encode(values.wanted).length > PASSWORD_MAX_BYTES) return { wanted: { key: 'profile.tooLong' } }
  return isSame(values) ? {} : { repeated: { key: 'login.passwordsDontMatch' } }
}

/** Changes the password, which ends all other sessions. */
function useChange(user: TokenUser) {
  const root = useRoot()
  const { api, session, toasts } = root
  return async ({ current, wanted }: typeof EMPTY, onChanged: () => void) => {
    await api.users.update(user.id, { password: wanted }, current)
    onChanged()
    toasts.success({ key: 'profile.passwordChanged' })
    await Promise.all([session.renew(), sessionsOf(root).load(null)])
  }
}

function refusal(error: unknown): Troubles {
  const code = error instanceof ApiError ? error.code : null
  if (code === 'passwordRefused') return { current: { key: 'profile.currentWrong' } }
  if (code === 'badRequest') return { wanted: { key: 'people.passwordRefused' } }
  return { form: messageOf(error) }
}
