import { observer } from 'mobx-react-lite'
import { LOCALES } from '../../../../backend/contract/locales.ts'
import { SORT_KEYS, VIEW_MODES } from '../../../../backend/contract/user-choices.ts'
import { nativeName } from '../../i18n/languages.ts'
import type { TranslationKey } from '../../i18n/message.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { CODE_INPUT } from '../../lib/code-input.ts'
import type { HouseForm } from '../../lib/house-form.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { PermissionRows } from '../settings/PermissionRows.tsx'
import { SettingRow } from '../settings/SettingRow.tsx'
import { SwitchRow } from '../settings/SwitchRow.tsx'
import { TextRow } from './TextRow.tsx'
import { householdOf } from '../../stores/HouseholdStore.ts'

type Defaults = HouseForm['defaults']
type Flag = 'singleClick' | 'hideDotfiles' | 'dateFormat'
const FLAGS: Readonly<Record<Flag, { title: TranslationKey; lead: TranslationKey }>> = {
  singleClick: { title: 'profile.singleClick', lead: 'profile.singleClickLead' },
  hideDotfiles: { title: 'profile.hideDotfiles', lead: 'profile.hideDotfilesLead' },
  dateFormat: { title: 'profile.exactDates', lead: 'profile.exactDatesLead' },
}

/** What a new person begins with. */
export const NewPeopleRows = observer(function NewPeopleRows({ form }: { form: HouseForm }) {
  const root = useRoot()
  const { settings } = root
  const household = householdOf(root)
  const { t } = useTexts()
  const { defaults, commands } = form
  const { unknownCommands, hasWrongScope } = household.troubles
  const change = (changes: Partial<Defaults>) => household.change({ defaults: { ...defaults, ...changes } })
  const { sorting } = defaults
  const by = sorting.by || 'name'
  return (
    <section className="set-group">
      <h2>{t('household.newPeople')}</h2>
      <p>{t('household.newPeopleLead')}</p>
      <div className="set-rows">
        <TextRow
          isTall
          {...CODE_INPUT}
          title={t('people.scope')}
          description={t('household.scopeLead')}
          trouble={hasWrongScope ? { key: 'household.wrongHome' } : null}
          placeholder="/"
          maxLength={1024}
          value={defaults.scope}
          onText={(scope) => change({ scope })}
        />
        <SettingRow isTall title={t('frame.language')} description={t('household.localeLead')}>
          {(control) => (
            <select
              {...control}
              className="input"
              value={defaults.locale}
              onChange={({ target }) => change({ locale: target.value })}
            >
              {LOCALES.map((locale) => (
                <option key={locale} value={locale} lang={locale}>
                  {nativeName(locale)}
                </option>
              ))}
            </select>
          )}
        </SettingRow>
        <SettingRow isTall title={t('household.viewMode')} description={t('household.viewModeLead')}>
          {(control) => (
            <select
              {...control}
              className="input"
              value={defaults.viewMode}
              onChange={({ target }) =>
                change({ viewMode: VIEW_MODES.find((mode) => mode === target.value) ?? 'list' })
              }
            >
              {VIEW_MODES.map((mode) => (
                <option key={mode} value={mode}>
                  {t(`household.view.${mode}`)}
                </option>
              ))}
            </select>
          )}
        </SettingRow>
        <SettingRow isTall title={t('household.sorting')} description={t('household.sortingLead')}>
          {(control) => (
            <select
              {...control}
              className="input"
              value={`${by} ${String(sorting.asc)}`}
              onChange={({ target }) => {
                const [key, asc] = target.value.split(' ')
                change({ sorting: { by: SORT_KEYS.find((each) => each === key) ?? 'name', asc: asc === 'true' } })
              }}
            >
              {SORT_KEYS.flatMap((key) =>
                [false, true].map((asc) => (
                  <option key={`${key} ${String(asc)}`} value={`${key} ${String(asc)}`}>
                    {t(`household.sort.${key}.${asc ? 'asc' : 'desc'}`)}
                  </option>
                )),
              )}
            </select>
          )}
        </SettingRow>
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
      {settings.EnableExec ? (
        <div className="set-rows">
          <TextRow
            isTall
            {...CODE_INPUT}
            title={t('household.commands')}
            description={t('household.commandsLead')}
            trouble={
              unknownCommands.length > 0
                ? { key: 'household.unknownCommands', values: { names: unknownCommands.join(' ') } }
                : null
            }
            placeholder="ls cat grep"
            value={commands}
            onText={(text) => household.change({ commands: text })}
          />
        </div>
      ) : null}
    </section>
  )
})
