// The fields of a person: who it is, what it may, how the page is for it, and the rules for its files.
import { Folder } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useId } from 'react'
import { LOCALES } from '../../../../backend/contract/locales.ts'
import { VIEW_MODES } from '../../../../backend/contract/user-choices.ts'
import { Field, type FieldProps } from '../../components/Field.tsx'
import { PasswordField } from '../../components/PasswordField.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { nativeName } from '../../i18n/languages.ts'
import type { TranslationKey } from '../../i18n/message.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { CODE_INPUT } from '../../lib/code-input.ts'
import type { PersonForm, PersonTroubles } from '../../stores/people/PersonForm.ts'
import type { HouseRules } from '../../stores/PeopleStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { PermissionRows } from '../settings/PermissionRows.tsx'
import { RulesEditor } from '../settings/RulesEditor.tsx'

export interface PersonFieldsProps {
  form: PersonForm
  /** Whether it is who looks at it. */
  isSelf?: boolean
  house: HouseRules
}

export const PersonFields = observer(function PersonFields({ form, house, isSelf = false }: PersonFieldsProps) {
  const { settings } = useRoot()
  const { t } = useTexts()
  const { draft } = form
  return (
    <>
      <div className="pair">
        <div>
          <Group title="people.account">
            <Account form={form} house={house} isSelf={isSelf} />
          </Group>
          <Group title="people.page">
            <Preferences form={form} />
          </Group>
        </div>
        <section className="set-group">
          <h2>{t('people.permissions')}</h2>
          <PermissionRows perm={draft.perm} onChange={(perm) => form.set({ perm })} />
          {settings.EnableExec && draft.perm.execute ? (
            <div className="after-rows">
              <Field
                label={t('people.commands')}
                hint={t('people.commandsHint')}
                placeholder="ls cat grep"
                {...CODE_INPUT}
                value={draft.commands}
                onChange={({ target }) => form.set({ commands: target.value })}
              />
            </div>
          ) : null}
        </section>
      </div>
      <section className="set-group">
        <h2>{t('rules.title')}</h2>
        <p>{t('people.rulesLead')}</p>
        <RulesEditor rules={draft.rules} troubles={form.ruleTroubles} onChange={(rules) => form.set({ rules })} />
      </section>
    </>
  )
})

function Group({ title, children }: { title: TranslationKey; children: ReactNode }) {
  const { t } = useTexts()
  return (
    <section className="set-group">
      <h2>{t(title)}</h2>
      <div className="set-rows form">{children}</div>
    </section>
  )
}

const Account = observer(function Account({ form, house, isSelf = false }: PersonFieldsProps) {
  const { t, tell } = useTexts()
  const { draft, troubles, isNew } = form
  const note = (field: keyof PersonTroubles, hint: string): Pick<FieldProps, 'error' | 'hint'> =>
    troubles[field] === undefined ? { hint } : { error: tell(troubles[field]) }
  const noScope = house.createUserDir ? t('people.scopeMade', { base: house.userHomeBasePath }) : t('people.scopeRoot')
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
      <Choice
        label={t('people.lockPassword')}
        isOn={draft.lockPassword}
        isDisabled={draft.perm.admin}
        onChange={(lockPassword) => form.set({ lockPassword })}
      />
    </>
  )
})

const Preferences = observer(function Preferences({ form }: { form: PersonForm }) {
  const { t } = useTexts()
  const { draft } = form
  return (
    <>
      <SelectField
        label={t('frame.language')}
        value={draft.locale}
        onChange={({ target }) => form.set({ locale: target.value })}
      >
        {LOCALES.map((locale) => (
          <option key={locale} value={locale} lang={locale}>
            {nativeName(locale)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('people.view')}
        value={draft.viewMode}
        onChange={({ target }) => form.set({ viewMode: VIEW_MODES.find((mode) => mode === target.value) ?? 'list' })}
      >
        {VIEW_MODES.map((mode) => (
          <option key={mode} value={mode}>
            {t(`people.views.${mode}`)}
          </option>
        ))}
      </SelectField>
      <div>
        <Choice
          label={t('profile.singleClick')}
          isOn={draft.singleClick}
          onChange={(singleClick) => form.set({ singleClick })}
        />
        <Choice
          label={t('profile.hideDotfiles')}
          isOn={draft.hideDotfiles}
          onChange={(hideDotfiles) => form.set({ hideDotfiles })}
        />
        <Choice
          label={t('profile.exactDates')}
          isOn={draft.dateFormat}
          onChange={(dateFormat) => form.set({ dateFormat })}
        />
      </div>
    </>
  )
})

interface ChoiceProps {
  label: string
  isOn: boolean
  isDisabled?: boolean
  onChange(isOn: boolean): void
}

function Choice({ label, isOn, isDisabled = false, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <span className="choice">
      <input
        id={id}
        type="checkbox"
        className="check"
        checked={isOn}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      <label htmlFor={id}>{label}</label>
    </span>
  )
}
