import { BROWSER_LOCALE } from '../../../../backend/contract/locales.ts'
import { observer } from 'mobx-react-lite'
import { SORT_KEYS, VIEW_MODES } from '../../../../backend/contract/user-choices.ts'
import { LocaleOptions } from '../../components/LocaleOptions.tsx'
import type { TranslationKey } from '../../i18n/message.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { CODE_INPUT } from '../../lib/code-input.ts'
import type { HouseForm } from '../../lib/house-form.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { PermissionRows } from '../settings/PermissionRows.tsx'
import { SwitchRow } from '../settings/SwitchRow.tsx'
import { SelectRow } from './SelectRow.tsx'
import { TextRow } from './TextRow.tsx'
import { householdOf } from '../../stores/HouseholdStore.ts'

type Defaults = HouseForm['defaults']
type Flag = 'singleClick' | 'hideDotfiles' | 'dateFormat'
const FLAGS: Readonly<Record<Flag, { title: TranslationKey; lead: TranslationKey }>> = {
  singleClick: { title: 'profile.singleClick', lead: 'profile.singleClickLead' },
  hideDotfiles: { title: 'profile.hideDotfiles', lead: 'profile.hideDotfilesLead' },
  dateFormat: { title: 'profile.exactDates', lead: 'profile.exactDatesLead' },
}

/** The defaults for a new person. */
export const NewPeopleRows = observer(function NewPeopleRows({ form }: { form: HouseForm }) {
  const root = useRoot()
  const { t } = useTexts()
  const { defaults, commands } = form
  const change = (changes: Partial<Defaults>) => householdOf(root).change({ defaults: { ...defaults, ...changes } })
  const row = { defaults, onChange: change }
  return (
    <section className="set-group">
      <h2>{t('household.newPeople')}</h2>
      <p>{t('household.newPeopleLead')}</p>
      <div className="set-rows">
        <HomeRow {...row} />
        <LocaleRow {...row} />
        <ViewModeRow {...row} />
        <SortingRow {...row} />
        {(Object.keys(FLAGS) as Flag[]).map((flag) => (
          <SwitchRow
            key={flag}
            title={t(FLAGS[flag].title)}
            description={t(FLAGS[flag].lead)}
            isOn={defaults[flag]}
            onChange={(isOn) => change({ [flag]: isOn })}
          />
        ))}
      </div>
      <h3>{t('household.newPerm')}</h3>
      <PermissionRows perm={defaults.perm} onChange={(perm) => change({ perm })} />
      {root.settings.EnableExec ? (
        <div className="set-rows">
          <CommandsRow commands={commands} />
        </div>
      ) : null}
    </section>
  )
})

interface DefaultRowProps {
  defaults: Defaults
  onChange(changes: Partial<Defaults>): void
}

/** The folder that becomes a person's root. */
const HomeRow = observer(function HomeRow({ defaults, onChange }: DefaultRowProps) {
  const { troubles } = householdOf(useRoot())
  const { t } = useTexts()
  return (
    <TextRow
      isTall
      {...CODE_INPUT}
      title={t('people.scope')}
      description={t('household.scopeLead')}
      trouble={troubles.hasWrongScope ? { key: 'household.wrongHome' } : null}
      placeholder="/"
      maxLength={1024}
      value={defaults.scope}
      onText={(scope) => onChange({ scope })}
    />
  )
})

function LocaleRow({ defaults, onChange }: DefaultRowProps) {
  const { t } = useTexts()
  return (
    <SelectRow
      title={t('frame.language')}
      description={t('household.localeLead')}
      value={defaults.locale}
      onChoose={(locale) => onChange({ locale })}
    >
      <LocaleOptions browser={BROWSER_LOCALE} />
    </SelectRow>
  )
}

function ViewModeRow({ defaults, onChange }: DefaultRowProps) {
  const { t } = useTexts()
  return (
    <SelectRow
      title={t('household.viewMode')}
      description={t('household.viewModeLead')}
      value={defaults.viewMode}
      onChoose={(chosen) => onChange({ viewMode: VIEW_MODES.find((mode) => mode === chosen) ?? 'list' })}
    >
      {VIEW_MODES.map((mode) => (
        <option key={mode} value={mode}>
          {t(`household.view.${mode}`)}
        </option>
      ))}
    </SelectRow>
  )
}

function SortingRow({ defaults, onChange }: DefaultRowProps) {
  const { t } = useTexts()
  const { by, asc } = defaults.sorting
  const handleChoose = (chosen: string) => {
    const [key, isAscending] = chosen.split(' ')
    onChange({ sorting: { by: SORT_KEYS.find((each) => each === key) ?? 'name', asc: isAscending === 'true' } })
  }
  return (
    <SelectRow
      title={t('household.sorting')}
      description={t('household.sortingLead')}
      value={`${by || 'name'} ${String(asc)}`}
      onChoose={handleChoose}
    >
      {SORT_KEYS.flatMap((key) =>
        [false, true].map((isAscending) => (
          <option key={`${key} ${String(isAscending)}`} value={`${key} ${String(isAscending)}`}>
            {t(`household.sort.${key}.${isAscending ? 'asc' : 'desc'}`)}
          </option>
        )),
      )}
    </SelectRow>
  )
}

/** Names of the commands that the person may run. */
const CommandsRow = observer(function CommandsRow({ commands }: { commands: string }) {
  const household = householdOf(useRoot())
  const { t } = useTexts()
  const unknown = household.troubles.unknownCommands
  return (
    <TextRow
      isTall
      {...CODE_INPUT}
      title={t('household.commands')}
      description={t('household.commandsLead')}
      trouble={unknown.length > 0 ? { key: 'household.unknownCommands', values: { names: unknown.join(' ') } } : null}
      placeholder="ls cat grep"
      value={commands}
      onText={(text) => household.change({ commands: text })}
    />
  )
})
