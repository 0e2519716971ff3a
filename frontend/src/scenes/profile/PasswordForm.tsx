// Another password: the one there is now, a new one, and the new one once more.
import { LoaderCircle } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { type FormEvent, useCallback, useRef, useState } from 'react'
import type { TokenUser } from '../../../../backend/contract/session.ts'
import { PASSWORD_MAX_BYTES } from '../../../../backend/contract/limits.ts'
import { messageOf } from '../../api/error-message.ts'
import { ApiError } from '../../api/http.ts'
import { PasswordField } from '../../components/PasswordField.tsx'
import type { Message } from '../../i18n/message.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { passwordStrength } from '../../lib/password-strength.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useFirstWrong } from '../settings/useFirstWrong.ts'
import { useLeaveQuestion } from '../settings/useLeaveQuestion.ts'
import { sessionsOf } from '../../stores/SessionsStore.ts'

const EMPTY = { current: '', wanted: '', repeated: '' }
type Troubles = Partial<Record<keyof typeof EMPTY | 'form', Message>>

export const PasswordForm = observer(function PasswordForm({ user }: { user: TokenUser }) {
  const root = useRoot()
  const { api, session, settings, toasts } = root
  const sessions = sessionsOf(root)
  const { t, tell } = useTexts()
  const [values, setValues] = useState(EMPTY)
  const [troubles, setTroubles] = useState<Troubles>({})
  const [isBusy, setBusy] = useState(false)
  const { form, showFirstWrong } = useFirstWrong()
  const latest = useRef(values)
  latest.current = values
  // The current one may have been filled in by the browser.
  useLeaveQuestion(useCallback(() => latest.current.wanted !== '' || latest.current.repeated !== '', []))
  const minimum = settings.MinimumPasswordLength
  const strength = passwordStrength(values.wanted, minimum)
  const isSame = values.repeated !== '' && values.repeated === values.wanted

  const refuse = (found: Troubles) => {
    setTroubles(found)
    showFirstWrong()
  }
  const check = (): Troubles => {
    if (values.current === '') return { current: { key: 'profile.currentMissing' } }
    if (strength === 'short') return { wanted: { key: 'profile.tooShort', values: { count: minimum } } }
    if (new TextEncoder().encode(values.wanted).length > PASSWORD_MAX_BYTES)
      return { wanted: { key: 'profile.tooLong' } }
    if (!isSame) return { repeated: { key: 'login.passwordsDontMatch' } }
    return {}
  }
  const submit = async () => {
    const found = check()
    if (Object.keys(found).length > 0) return refuse(found)
    setBusy(true)
    setTroubles({})
    try {
      await api.users.update(user.id, { password: values.wanted }, values.current)
      setValues(EMPTY)
      toasts.success({ key: 'profile.passwordChanged' })
      await Promise.all([session.renew(), sessions.load(null)])
    } catch (error) {
      refuse(refusal(error))
    } finally {
      setBusy(false)
    }
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) void submit()
  }
  const field = (name: keyof typeof EMPTY, hint?: string) => ({
    name,
    value: values[name],
    showLabel: t('login.showPassword'),
    hideLabel: t('login.hidePassword'),
    onChange: ({ target }: { target: { value: string } }) => {
      setValues({ ...values, [name]: target.value })
      setTroubles({})
    },
    ...(troubles[name] === undefined ? (hint === undefined ? {} : { hint }) : { error: tell(troubles[name]) }),
  })
  const isDifferent = values.repeated !== '' && !isSame && troubles.repeated === undefined
  return (
    <section className="set-group">
      <h2 id="password">{t('login.password')}</h2>
      <form ref={form} className="set-rows form password" aria-labelledby="password" onSubmit={handleSubmit} noValidate>
        {/* Password keepers look for a name beside a password. */}
        <input type="text" hidden readOnly autoComplete="username" value={user.username} />
        <PasswordField
          {...field('current', t('profile.currentHint'))}
          label={t('profile.current')}
          autoComplete="current-password"
        />
        <PasswordField
          {...field(
            'wanted',
            strength === 'short' ? t('profile.atLeast', { count: minimum }) : t(`profile.strength.${strength}`),
          )}
          label={t('profile.wanted')}
          autoComplete="new-password"
          isGood={strength === 'fair' || strength === 'strong'}
        />
        <PasswordField
          {...field('repeated', isSame ? t('profile.same') : ' ')}
          {...(isDifferent ? { error: t('login.passwordsDontMatch') } : {})}
          label={t('login.confirm')}
          autoComplete="new-password"
          isGood={isSame}
        />
        {troubles.form === undefined ? null : (
          <p className="notice bad" role="alert">
            {tell(troubles.form)}
          </p>
        )}
        <div className="line">
          <button
            type="submit"
            className="button"
            disabled={values.wanted === '' || values.repeated === ''}
            aria-busy={isBusy}
          >
            {isBusy ? <LoaderCircle className="icon turning" aria-hidden="true" /> : null}
            {t('profile.changePassword')}
          </button>
          <span className="small muted">{t('profile.endsOthers')}</span>
        </div>
      </form>
    </section>
  )
})

function refusal(error: unknown): Troubles {
  const code = error instanceof ApiError ? error.code : null
  if (code === 'passwordRefused') return { current: { key: 'profile.currentWrong' } }
  if (code === 'badRequest') return { wanted: { key: 'people.passwordRefused' } }
  return { form: messageOf(error) }
}
