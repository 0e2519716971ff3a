import { observer } from 'mobx-react-lite'
import { useTexts } from '../../i18n/useTexts.ts'
import { CODE_INPUT } from '../../lib/code-input.ts'
import type { HouseForm } from '../../lib/house-form.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { SwitchRow } from '../settings/SwitchRow.tsx'
import { NumberRow } from './NumberRow.tsx'
import { TextRow } from './TextRow.tsx'
import { householdOf } from '../../stores/HouseholdStore.ts'

const SWITCHES = ['signup', 'hideLoginButton', 'createUserDir'] as const

/** Who may sign up, and where new people's homes are. */
export const SignUpRows = observer(function SignUpRows({ form }: { form: HouseForm }) {
  const household = householdOf(useRoot())
  const { t } = useTexts()
  return (
    <section className="set-group">
      <h2>{t('household.door')}</h2>
      <div className="set-rows">
        {SWITCHES.map((name) => (
          <SwitchRow
            key={name}
            title={t(`household.${name}`)}
            description={t(`household.${name}Lead`)}
            isOn={form[name]}
            onChange={(isOn) => household.change({ [name]: isOn })}
          />
        ))}
        <TextRow
          isTall
          {...CODE_INPUT}
          title={t('household.userHomeBasePath')}
          description={t('household.userHomeBasePathLead')}
          trouble={household.troubles.hasWrongHome ? { key: 'household.wrongHome' } : null}
          placeholder="/"
          value={form.userHomeBasePath}
          onText={(userHomeBasePath) => household.change({ userHomeBasePath })}
        />
        <NumberRow
          form={form}
          name="minimumPasswordLength"
          title={t('household.minimumPasswordLength')}
          description={t('household.minimumPasswordLengthLead')}
        />
      </div>
    </section>
  )
})
