// A person's own preferences. Each row saves itself.
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { VIEW_MODES } from '../../../../backend/contract/user-choices.ts'
import type { TokenUser } from '../../../../backend/contract/session.ts'
import { savePreference } from '../../actions/savePreference.ts'
import { LocaleOptions } from '../../components/LocaleOptions.tsx'
import { Segmented } from '../../components/Segmented.tsx'
import type { TranslationKey } from '../../i18n/message.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { THEME_CHOICES } from '../../stores/UiStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { SettingRow } from '../settings/SettingRow.tsx'
import { SwitchRow } from '../settings/SwitchRow.tsx'
import { useSaving } from '../settings/useSaving.ts'

/** The preferences that are on or off. */
type Flag = 'singleClick' | 'hideDotfiles' | 'dateFormat'
const TITLES: Record<Flag, TranslationKey> = {
  singleClick: 'profile.singleClick',
  hideDotfiles: 'profile.hideDotfiles',
  dateFormat: 'profile.exactDates',
}
const LEADS: Record<Flag, TranslationKey> = {
  singleClick: 'profile.singleClickLead',
  hideDotfiles: 'profile.hideDotfilesLead',
  dateFormat: 'profile.exactDatesLead',
}

export const PreferenceRows = observer(function PreferenceRows({ user }: { user: TokenUser }) {
  const { t } = useTexts()
  return (
    <>
      <section className="set-group">
        <h2>{t('profile.looks')}</h2>
        <div className="set-rows">
          <ThemeRow />
          <LocaleRow user={user} />
          <FlagRow user={user} flag="dateFormat" />
        </div>
      </section>
      <section className="set-group">
        <h2>{t('profile.files')}</h2>
        <div className="set-rows">
          <ViewRow user={user} />
          <FlagRow user={user} flag="singleClick" />
          <FlagRow user={user} flag="hideDotfiles" />
        </div>
      </section>
    </>
  )
})

const ThemeRow = observer(function ThemeRow() {
  const { ui } = useRoot()
  const { t } = useTexts()
  return (
    <div className="set tall">
      <div>
        <div className="set-title">{t('profile.theme')}</div>
        <div className="set-lead">{t('profile.themeLead')}</div>
      </div>
      <div className="line">
        <Segmented
          label={t('profile.theme')}
          value={ui.theme}
          choices={THEME_CHOICES.map((value) => ({ value, label: t(`theme.${value}`) }))}
          onChoose={ui.setTheme}
        />
      </div>
    </div>
  )
})

const LocaleRow = observer(function LocaleRow({ user }: { user: TokenUser }) {
  const root = useRoot()
  const { t } = useTexts()
  const { state, save } = useSaving()
  return (
    <SettingRow title={t('frame.language')} description={t('profile.languageLead')} state={state} isTall>
      {(control) => (
        <select
          {...control}
          className="input"
          value={user.locale === '' ? '' : root.ui.locale}
          onChange={({ target: { value: locale } }) => {
            root.ui.setLocale(locale)
            void save(() => savePreference(root, user, { locale }))
          }}
        >
          <LocaleOptions />
        </select>
      )}
    </SettingRow>
  )
})

const ViewRow = observer(function ViewRow({ user }: { user: TokenUser }) {
  const root = useRoot()
  const { t } = useTexts()
  const { state, save } = useSaving()
  const [wish, setWish] = useState<TokenUser['viewMode'] | null>(null)
  const choose = async (viewMode: TokenUser['viewMode']) => {
    setWish(viewMode)
    await save(() => savePreference(root, user, { viewMode }))
    setWish(null)
  }
  return (
    <SettingRow title={t('people.view')} description={t('profile.viewLead')} state={state} isTall>
      {(control) => (
        <select
          {...control}
          className="input"
          value={wish ?? user.viewMode}
          onChange={({ target }) => void choose(VIEW_MODES.find((mode) => mode === target.value) ?? 'list')}
        >
          {VIEW_MODES.map((mode) => (
            <option key={mode} value={mode}>
              {t(`people.views.${mode}`)}
            </option>
          ))}
        </select>
      )}
    </SettingRow>
  )
})

const FlagRow = observer(function FlagRow({ user, flag }: { user: TokenUser; flag: Flag }) {
  const root = useRoot()
  const { t } = useTexts()
  const { state, save } = useSaving()
  // The choice shows at once. If it cannot be saved, the old one returns.
  const [wish, setWish] = useState<boolean | null>(null)
  const choose = async (value: boolean) => {
    setWish(value)
    await save(() => savePreference(root, user, { [flag]: value }))
    setWish(null)
  }
  return (
    <SwitchRow
      title={t(TITLES[flag])}
      description={t(LEADS[flag])}
      state={state}
      isOn={wish ?? user[flag]}
      onChange={(value) => void choose(value)}
    />
  )
})
