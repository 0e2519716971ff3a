// A person's preferences for the page.
import { observer } from 'mobx-react-lite'
import { VIEW_MODES } from '../../../../backend/contract/user-choices.ts'
import { LocaleOptions } from '../../components/LocaleOptions.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import type { PersonForm } from '../../stores/people/PersonForm.ts'
import { Choice } from './Choice.tsx'

export const PreferenceFields = observer(function PreferenceFields({ form }: { form: PersonForm }) {
  const { t } = useTexts()
  const { draft } = form
  return (
    <>
      <SelectField
        label={t('frame.language')}
        value={draft.locale}
        onChange={({ target }) => form.set({ locale: target.value })}
      >
        <LocaleOptions />
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
      <PreferenceChoices form={form} />
    </>
  )
})

const PreferenceChoices = observer(function PreferenceChoices({ form }: { form: PersonForm }) {
  const { t } = useTexts()
  const { draft } = form
  return (
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
  )
})
