// Changes the password: the current one, a new one, and the new one once more.
import { LoaderCircle } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { FormEvent } from 'react'
import type { TokenUser } from '../../../../backend/contract/session.ts'
import { PasswordField } from '../../components/PasswordField.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { type PasswordName, usePasswordForm } from './usePasswordForm.ts'

type PasswordFormState = ReturnType<typeof usePasswordForm>

export const PasswordForm = observer(function PasswordForm({ user }: { user: TokenUser }) {
  const { t, tell } = useTexts()
  const { form, ...state } = usePasswordForm(user)
  const { values, troubles, isBusy, submit } = state
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) void submit()
  }
  return (
    <section className="set-group">
      <h2 id="password">{t('login.password')}</h2>
      <form ref={form} className="set-rows form password" aria-labelledby="password" onSubmit={handleSubmit} noValidate>
        {/* Password keepers look for a name beside a password. */}
        <input type="text" hidden readOnly autoComplete="username" value={user.username} />
        <PasswordFields state={state} />
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

const PasswordFields = observer(function PasswordFields({ state }: { state: Omit<PasswordFormState, 'form'> }) {
  const { settings } = useRoot()
  const { t, tell } = useTexts()
  const { values, troubles, strength, isSame, type } = state
  const isDifferent = values.repeated !== '' && !isSame && troubles.repeated === undefined
  const field = (name: PasswordName, hint: string) => ({
    name,
    value: values[name],
    showLabel: t('login.showPassword'),
    hideLabel: t('login.hidePassword'),
    onChange: ({ target }: { target: { value: string } }) => type(name, target.value),
    ...(troubles[name] === undefined ? { hint } : { error: tell(troubles[name]) }),
  })
  const howStrong =
    strength === 'short'
      ? t('profile.atLeast', { count: settings.MinimumPasswordLength })
      : t(`profile.strength.${strength}`)
  return (
    <>
      <PasswordField
        {...field('current', t('profile.currentHint'))}
        label={t('profile.current')}
        autoComplete="current-password"
      />
      <PasswordField
        {...field('wanted', howStrong)}
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
    </>
  )
})
