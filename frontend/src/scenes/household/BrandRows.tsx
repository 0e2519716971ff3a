import { observer } from 'mobx-react-lite'
import { BRAND_NAME_MAX, REPORT_URL_MAX, THEMES } from '../../../../backend/contract/settings-limits.ts'
import { BRAND_PARTS } from '../../../../backend/contract/branding-limits.ts'
import { Segmented } from '../../components/Segmented.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import type { HouseForm } from '../../lib/house-form.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { SwitchRow } from '../settings/SwitchRow.tsx'
import { BrandFileRow } from './BrandFileRow.tsx'
import { ColourRow } from './ColourRow.tsx'
import { TextRow } from './TextRow.tsx'
import { householdOf } from '../../stores/HouseholdStore.ts'

/** The household's name and look. */
export const BrandRows = observer(function BrandRows({ form: { branding } }: { form: HouseForm }) {
  const household = householdOf(useRoot())
  const { t } = useTexts()
  const change = (changes: Partial<typeof branding>) => household.change({ branding: { ...branding, ...changes } })
  return (
    <section className="set-group">
      <h2>{t('household.brand')}</h2>
      <div className="set-rows">
        <TextRow
          isTall
          title={t('household.name')}
          description={t('household.nameLead')}
          placeholder="Nido"
          maxLength={BRAND_NAME_MAX}
          value={branding.name}
          onText={(name) => change({ name })}
        />
        <ColourRow colour={branding.color} onChange={(color) => change({ color })} />
        <ThemeRow theme={branding.theme} onChange={(theme) => change({ theme })} />
        {BRAND_PARTS.map((part) => (
          <BrandFileRow key={part} part={part} />
        ))}
        <ReportRow url={branding.reportUrl} onChange={(reportUrl) => change({ reportUrl })} />
        <SwitchRow
          title={t('household.disableExternal')}
          description={t('household.disableExternalLead')}
          isOn={branding.disableExternal}
          onChange={(disableExternal) => change({ disableExternal })}
        />
        <SwitchRow
          title={t('household.disableUsedPercentage')}
          description={t('household.disableUsedPercentageLead')}
          isOn={branding.disableUsedPercentage}
          onChange={(disableUsedPercentage) => change({ disableUsedPercentage })}
        />
      </div>
    </section>
  )
})

/** Where people report problems. */
const ReportRow = observer(function ReportRow({ url, onChange }: { url: string; onChange(url: string): void }) {
  const household = householdOf(useRoot())
  const { t } = useTexts()
  return (
    <TextRow
      isTall
      type="url"
      dir="ltr"
      title={t('household.reportUrl')}
      description={t('household.reportUrlLead')}
      trouble={household.troubles.hasWrongReport ? { key: 'household.reportUrlTrouble' } : null}
      placeholder="https://"
      maxLength={REPORT_URL_MAX}
      value={url}
      onText={onChange}
    />
  )
})

type Theme = HouseForm['branding']['theme']

interface ThemeRowProps {
  theme: Theme
  onChange(theme: Theme): void
}

/** The theme for people who have not chosen one. */
function ThemeRow({ theme, onChange }: ThemeRowProps) {
  const { t } = useTexts()
  return (
    <div className="set tall">
      <div>
        <div className="set-title">{t('profile.theme')}</div>
        <div className="set-lead">{t('household.themeLead')}</div>
      </div>
      <div className="line">
        <Segmented
          label={t('profile.theme')}
          value={theme}
          choices={THEMES.map((value) => ({ value, label: t(`theme.${value === '' ? 'system' : value}`) }))}
          onChoose={onChange}
        />
      </div>
    </div>
  )
}
