// The fields of a person: account, permissions, preferences, and rules for files.
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { Field } from '../../components/Field.tsx'
import type { TranslationKey } from '../../i18n/message.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { CODE_INPUT } from '../../lib/code-input.ts'
import type { PersonForm } from '../../stores/people/PersonForm.ts'
import type { HouseRules } from '../../stores/PeopleStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { PermissionRows } from '../settings/PermissionRows.tsx'
import { RulesEditor } from '../settings/RulesEditor.tsx'
import { AccountFields } from './AccountFields.tsx'
import { PreferenceFields } from './PreferenceFields.tsx'

export interface PersonFieldsProps {
  form: PersonForm
  /** Whether the person is the one signed in. */
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
            <AccountFields form={form} house={house} isSelf={isSelf} />
          </Group>
          <Group title="people.page">
            <PreferenceFields form={form} />
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
