// A person's account: name and password, home, and limits.
import { Folder } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { Field, type FieldProps } from '../../components/Field.tsx'
import { PasswordField } from '../../components/PasswordField.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { CODE_INPUT } from '../../lib/code-input.ts'
import type { PersonForm, PersonTroubles } from '../../stores/people/PersonForm.ts'
import { Choice } from './Choice.tsx'
import type { PersonFieldsProps } from './PersonFields.tsx'

export const AccountFields = observer(function AccountFields({ form, house, isSelf = false }: PersonFieldsProps) {
  const { t } = useTexts()
  const { draft } = form
  return (
    <>
      <SignInFields form={form} house={house} isSelf={isSelf} />
      <HomeFields form={form} house={house} />
      <LimitFields form={form} />
      <Choice
        label={t('people.lockPassword')}
        isOn={draft.lockPassword}
        isDisabled={draft.perm.admin}
        onChange={(lockPassword) => form.set({ lockPassword })}
      />
    </>
  )
})

const SignInFields = observer(function SignInFields({ form, house, isSelf = false }: PersonFieldsProps) {
  const { t, tell } = useTexts()
  const { draft, troubles, isNew } = form
  const note = useNotes(troubles)
  return (
    <>
      <Field
        {...(troubles.username === undefined ? {} : { error: tell(troubles.username) })}
        name="username"
        label={t('people.username')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={256}
        value={draft.username}
        onChange={({ target }) => form.set({ username: target.value })}
      />
      <PasswordField
        {...note(
          'password',
          t(isNew ? 'people.passwordHint' : isSelf ? 'people.passwordEndsOthers' : 'people.passwordEnds', {
            count: house.minimumPasswordLength,
          }),
        )}
        name="password"
        label={t('people.password')}
        placeholder={isNew ? '' : t('people.passwordKeep')}
        autoComplete="new-password"
        showLabel={t('login.showPassword')}
        hideLabel={t('login.hidePassword')}
        value={draft.password}
        onChange={({ target }) => form.set({ password: target.value })}
      />
    </>
  )
})

const HomeFields = observer(function HomeFields({ form, house }: PersonFieldsProps) {
  const { t } = useTexts()
  const { draft, troubles, isNew } = form
  const note = useNotes(troubles)
  const noScope = house.createUserDir ? t('people.scopeMade', { base: house.userHomeBasePath }) : t('people.scopeRoot')
  return (
    <>
      {isNew && house.createUserDir ? (
        <Choice label={t('people.ownHome')} isOn={draft.hasHome} onChange={(hasHome) => form.set({ hasHome })} />
      ) : null}
      <Field
        {...note('scope', draft.scope.trim() === '' || draft.hasHome ? noScope : t('people.scopeHint'))}
        name="scope"
        label={t('people.scope')}
        start={<Folder className="icon" aria-hidden="true" />}
        placeholder={draft.hasHome ? t('people.scopeGenerated') : '/'}
        disabled={draft.hasHome}
        {...CODE_INPUT}
        maxLength={1024}
        value={draft.hasHome ? '' : draft.scope}
        onChange={({ target }) => form.set({ scope: target.value })}
      />
    </>
  )
})

const LimitFields = observer(function LimitFields({ form }: { form: PersonForm }) {
  const { t } = useTexts()
  const { draft, troubles } = form
  const note = useNotes(troubles)
  return (
    <>
      <Field
        {...note('quota', t('people.quotaHint'))}
        name="quota"
        label={t('people.quota')}
        placeholder={t('people.noQuota')}
        autoComplete="off"
        value={draft.quota}
        onChange={({ target }) => form.set({ quota: target.value })}
      />
      <Field
        {...note('historyLimit', t('people.historyLimitHint'))}
        name="historyLimit"
        label={t('people.historyLimit')}
        placeholder={t(draft.quota.trim() === '' ? 'people.noQuota' : 'people.historyLimitUsual')}
        autoComplete="off"
        value={draft.historyLimit}
        onChange={({ target }) => form.set({ historyLimit: target.value })}
      />
      <HoursFields form={form} />
    </>
  )
})

/** When the person may play. */
const HoursFields = observer(function HoursFields({ form }: { form: PersonForm }) {
  const { t } = useTexts()
  const { draft, troubles } = form
  const note = useNotes(troubles)
  return (
    <>
      <Field
        {...note('playFrom', t('people.playHoursHint'))}
        name="playFrom"
        type="time"
        label={t('people.playHours')}
        value={draft.playFrom}
        onChange={({ target }) => form.set({ playFrom: target.value })}
      />
      <Field
        name="playTo"
        type="time"
        label={t('people.playTo')}
        value={draft.playTo}
        onChange={({ target }) => form.set({ playTo: target.value })}
      />
    </>
  )
})

/** The error of a field, or its hint. */
function useNotes(troubles: PersonTroubles) {
  const { tell } = useTexts()
  return (field: keyof PersonTroubles, hint: string): Pick<FieldProps, 'error' | 'hint'> =>
    troubles[field] === undefined ? { hint } : { error: tell(troubles[field]) }
}
