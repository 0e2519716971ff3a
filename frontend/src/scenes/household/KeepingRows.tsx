import { observer } from 'mobx-react-lite'
import { useTexts } from '../../i18n/useTexts.ts'
import type { HouseForm } from '../../lib/house-form.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { ChunkRow } from './ChunkRow.tsx'
import { NumberRow } from './NumberRow.tsx'
import { TextRow } from './TextRow.tsx'
import { householdOf } from '../../stores/HouseholdStore.ts'

/** Uploads, and how long deleted files are kept. */
export const KeepingRows = observer(function KeepingRows({ form }: { form: HouseForm }) {
  const root = useRoot()
  const { settings } = root
  const household = householdOf(root)
  const { t } = useTexts()
  const isKept = settings.RetentionDays >= 0
  return (
    <section className="set-group">
      <h2>{t('household.keeping')}</h2>
      <div className="set-rows">
        <ChunkRow form={form} />
        <NumberRow
          form={form}
          name="retryCount"
          title={t('household.retryCount')}
          description={t('household.retryCountLead')}
        />
        <NumberRow
          form={form}
          name="retentionDays"
          title={t('household.retentionDays')}
          description={t(isKept ? 'household.retentionDaysLead' : 'household.retentionDaysOff')}
          suffix={t('share.units.days')}
        />
        {settings.SharedFolder === '' ? null : (
          <TextRow
            title={t('household.sharedLimit')}
            description={t('household.sharedLimitLead')}
            trouble={household.troubles.hasWrongLimit ? { key: 'people.quotaTrouble' } : null}
            placeholder={t('people.noQuota')}
            value={form.sharedLimit}
            onText={(sharedLimit) => household.change({ sharedLimit })}
          />
        )}
      </div>
    </section>
  )
})
