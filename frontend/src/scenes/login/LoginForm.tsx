import { LoaderCircle } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import type { LoginBody } from '../../../../backend/contract/session.ts'
import type { PublicSettings } from '../../../../backend/contract/settings.ts'
import { Field } from '../../components/Field.tsx'
import { PasswordField } from '../../components/PasswordField.tsx'
import type { TranslationKey } from '../../i18n/message.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { Captcha } from './Captcha.tsx'
import { type LoginFields, useLoginForm } from './useLoginForm.ts'

/** What the login form needs. */
export interface LoginDoor {
  settings: PublicSettings
  /** Whether the earlier session ended by itself. */
  hasExpired: boolean
  /** @throws ApiError `wrongCredentials`, `tooManyRequests`, … */
  login(credentials: LoginBody): Promise<void>
  /**
   * Creates an account and signs in with it.
   * @throws ApiError `conflict` for a name that is taken, `badRequest` for a weak password
   */
  signup(credentials: LoginBody): Promise<void>
}

export interface LoginFormProps extends LoginDoor {
  isSignup: boolean
  onSwitch(isSignup: boolean): void
}

export function LoginForm(props: LoginFormProps) {
  const { settings, hasExpired, isSignup, onSwitch } = props
  const { t, tell } = useTexts()
  const { form, captcha, fields, troubles, isBusy, submit } = useLoginForm(props)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) void submit()
  }
  return (
    <form ref={form} onSubmit={handleSubmit} noValidate>
      <div>
        <h1>{t('login.welcome')}</h1>
        <p className="muted lead">{t('login.lead')}</p>
      </div>
      {settings.Signup ? <Tabs isSignup={isSignup} onSwitch={onSwitch} /> : null}
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
      <Credentials fields={fields} settings={settings} isSignup={isSignup} />
      {settings.ReCaptcha ? <Captcha settings={settings} handle={captcha} /> : null}
      <button type="submit" className="button primary wide" aria-busy={isBusy}>
        {isBusy ? <LoaderCircle className="icon turning" aria-hidden="true" /> : null}
        {t(isSignup ? 'login.submitSignup' : 'login.submit')}
      </button>
    </form>
  )
}

interface CredentialsProps extends Pick<LoginFormProps, 'settings' | 'isSignup'> {
  fields: LoginFields
}

/** Name and password; for a new account, the password once more. */
function Credentials({ fields, settings, isSignup }: CredentialsProps) {
  const { t } = useTexts()
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const eye = { showLabel: t('login.showPassword'), hideLabel: t('login.hidePassword') }
  return (
    <>
      <Field
        {...fields.username}
        label={t('login.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        inputRef={first}
      />
      <PasswordField
        {...(isSignup ? { hint: t('profile.atLeast', { count: settings.MinimumPasswordLength }) } : {})}
        {...fields.password}
        {...eye}
        label={t('login.password')}
        autoComplete={isSignup ? 'new-password' : 'current-password'}
      />
      {isSignup ? (
        <PasswordField {...fields.confirm} {...eye} label={t('login.confirm')} autoComplete="new-password" />
      ) : null}
    </>
  )
}

/** To sign in, or to create an account. */
function Tabs({ isSignup, onSwitch }: Pick<LoginFormProps, 'isSignup' | 'onSwitch'>) {
  const { t } = useTexts()
  const tab = (label: TranslationKey, forSignup: boolean) => (
    <button type="button" aria-pressed={isSignup === forSignup} onClick={() => onSwitch(forSignup)}>
      {t(label)}
    </button>
  )
  return (
    <div className="segmented" role="group" aria-label={t('login.tabs')}>
      {tab('login.title', false)}
      {tab('login.signupTitle', true)}
    </div>
  )
}
