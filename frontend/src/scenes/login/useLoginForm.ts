import { useRef, useState } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import type { CaptchaHandle } from './Captcha.tsx'
import { type Troubles, checkForm, troubleOf } from './login-troubles.ts'
import type { LoginFormProps } from './LoginForm.tsx'

/** The props of each field. */
export type LoginFields = ReturnType<typeof useLoginForm>['fields']

const EMPTY = { username: '', password: '', confirm: '' }

/** The first wrong field, which gets the focus. */
const firstWrong = (found: Troubles): keyof typeof EMPTY =>
  (['username', 'password', 'confirm'] as const).find((name) => found[name] !== undefined) ?? 'password'

/** The errors of a form. */
function useTroubles() {
  const [troubles, setTroubles] = useState<Troubles>({})
  const form = useRef<HTMLFormElement>(null)
  const complain = (found: Troubles) => {
    setTroubles(found)
    form.current?.querySelector<HTMLInputElement>(`input[name="${firstWrong(found)}"]`)?.focus()
  }
  return { form, troubles, complain, forget: () => setTroubles({}) }
}

/** The values, their errors, and how to submit them. The first wrong field gets the focus. */
export function useLoginForm({ settings, login, signup, isSignup }: LoginFormProps) {
  const { tell } = useTexts()
  const [values, setValues] = useState(EMPTY)
  const { form, troubles, complain, forget } = useTroubles()
  const [isBusy, setBusy] = useState(false)
  const captcha = useRef<CaptchaHandle>(null)
  const submit = async () => {
    const recaptcha = captcha.current?.read() ?? ''
    const found = checkForm(values, { isSignup, needsCaptcha: settings.ReCaptcha && recaptcha === '' })
    if (Object.keys(found).length > 0) return complain(found)
    setBusy(true)
    forget()
    try {
      const credentials = { username: values.username, password: values.password, recaptcha }
      await (isSignup ? signup(credentials) : login(credentials))
    } catch (error) {
      captcha.current?.reset()
      setBusy(false)
      complain(troubleOf(error, isSignup))
    }
  }
  const field = (name: keyof typeof EMPTY) => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
    ...(troubles[name] === undefined ? {} : { error: tell(troubles[name]) }),
  })
  return {
    form,
    captcha,
    fields: { username: field('username'), password: field('password'), confirm: field('confirm') },
    troubles,
    isBusy,
    submit,
  }
}
