import { LoaderCircle } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { LoginBody } from '../../../../backend/contract/session.ts'
import type { PublicSettings } from '../../../../backend/contract/settings.ts'
import { Field } from '../../components/Field.tsx'
import { PasswordField } from '../../components/PasswordField.tsx'
import type { TranslationKey } from '../../i18n/message.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { Captcha, type CaptchaHandle } from './Captcha.tsx'
import { type Troubles, checkForm, troubleOf } from './login-troubles.ts'

/** What the form knows, and what it can do. */
export interface LoginDoor {
  settings: PublicSettings
  /** Whether the session before ended by itself. */
  hasExpired: boolean
  /** @throws ApiError `wrongCredentials`, `tooManyRequests`, … */
  login(credentials: LoginBody): Promise<void>
  /**
   * Makes an account and signs in with it.
   * @throws ApiError `conflict` for a name that is taken, `badRequest` for a weak password
   */
  signup(credentials: LoginBody): Promise<void>
}

export interface LoginFormProps extends LoginDoor {
  isSignup: boolean
  onSwitch(isSignup: boolean): void
}

export function LoginForm({ settings, hasExpired, login, signup, isSignup, onSwitch }: LoginFormProps) {
  const { t, tell } = useTexts()
  const [values, setValues] = useState({ username: '', password: '', confirm: '' })
  const [troubles, setTroubles] = useState<Troubles>({})
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const captcha = useRef<CaptchaHandle>(null)

  const complain = (found: Troubles) => {
    setTroubles(found)
    const field = (['username', 'password', 'confirm'] as const).find((name) => found[name] !== undefined)
    form.current?.querySelector<HTMLInputElement>(`input[name="${field ?? 'password'}"]`)?.focus()
  }
  const submit = async () => {
    const recaptcha = captcha.current?.read() ?? ''
    const found = checkForm(values, { isSignup, needsCaptcha: settings.ReCaptcha && recaptcha === '' })
    if (Object.keys(found).length > 0) return complain(found)
    setBusy(true)
    setTroubles({})
    try {
      const credentials = { username: values.username, password: values.password, recaptcha }
      await (isSignup ? signup(credentials) : login(credentials))
    } catch (error) {
      captcha.current?.reset()
      setBusy(false)
      complain(troubleOf(error, isSignup))
    }
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) void submit()
  }
  const field = (name: keyof typeof values) => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
    ...(troubles[name] === undefined ? {} : { error: tell(troubles[name]) }),
  })
  const eye = { showLabel: t('login.showPassword'), hideLabel: t('login.hidePassword') }
  const tab = (label: TranslationKey, forSignup: boolean) => (
    <button type="button" aria-pressed={isSignup === forSignup} onClick={() => onSwitch(forSignup)}>
      {t(label)}
    </button>
  )
  return (
    <form ref={form} onSubmit={handleSubmit} noValidate>
      <div>
        <h1>{t('login.welcome')}</h1>
        <p className="muted lead">{t('login.lead')}</p>
      </div>
      {settings.Signup ? (
        <div className="segmented" role="group" aria-label={t('login.tabs')}>
          {tab('login.title', false)}
          {tab('login.signupTitle', true)}
        </div>
      ) : null}
      {hasExpired && troubles.form === undefined ? (
        <p className="notice" role="status">
          {t('login.expired')}
        </p>
      ) : null}
      {troubles.form === undefined ? null : (
        <p className="notice bad" role="alert">
          {tell(troubles.form)}
        </p>
      )}
      <Field
        {...field('username')}
        label={t('login.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        inputRef={first}
      />
      <PasswordField
        {...(isSignup ? { hint: t('profile.atLeast', { count: settings.MinimumPasswordLength }) } : {})}
        {...field('password')}
        {...eye}
        label={t('login.password')}
        autoComplete={isSignup ? 'new-password' : 'current-password'}
      />
      {isSignup ? (
        <PasswordField {...field('confirm')} {...eye} label={t('login.confirm')} autoComplete="new-password" />
      ) : null}
      {settings.ReCaptcha ? <Captcha settings={settings} handle={captcha} /> : null}
      <button type="submit" className="button primary wide" aria-busy={isBusy}>
        {isBusy ? <LoaderCircle className="icon turning" aria-hidden="true" /> : null}
        {t(isSignup ? 'login.submitSignup' : 'login.submit')}
      </button>
    </form>
  )
}
