import { observer } from 'mobx-react-lite'
import { VIDEO_SITES } from '../../../../backend/contract/import-kinds.ts'
import { DEFAULT_IMPORTS, IMPORTS_RUNNING_MAX, SEED_RATIO_MAX } from '../../../../backend/contract/import-settings.ts'
import type { Message } from '../../i18n/message.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IMPORT_COUNTS, type ImportFields } from '../../lib/import-settings.ts'
import { householdOf } from '../../stores/HouseholdStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { SelectRow } from './SelectRow.tsx'
import { TextRow } from './TextRow.tsx'

interface ImportRowsProps {
  fields: ImportFields
}

/** How much the household imports at a time, how fast, and from where. */
export const ImportRows = observer(function ImportRows({ fields }: ImportRowsProps) {
  const { t } = useTexts()
  return (
    <section className="set-group">
      <h2>{t('household.imports.title')}</h2>
      <p>{t('household.imports.lead')}</p>
      <div className="set-rows">
        {IMPORT_COUNTS.map((name) => (
          <ImportField key={name} fields={fields} name={name} placeholder={String(DEFAULT_IMPORTS[name])} />
        ))}
        <ImportField fields={fields} name="scratchBytes" />
        <ImportField fields={fields} name="underWayBytes" />
        <ImportField fields={fields} name="downLimit" />
        <ImportField fields={fields} name="upLimit" />
        <HourRow fields={fields} name="quietFrom" />
        <HourRow fields={fields} name="quietTo" />
        {fields.quietFrom === fields.quietTo ? null : (
          <>
            <ImportField fields={fields} name="quietDownLimit" />
            <ImportField fields={fields} name="quietUpLimit" />
          </>
        )}
        <ImportField fields={fields} name="seedRatio" placeholder="0" />
        <SitesRow fields={fields} />
      </div>
    </section>
  )
})

type FieldName = Exclude<keyof ImportFields, 'quietFrom' | 'quietTo' | 'sites'>

/** What is wrong with a field, if anything is. */
function troubleOf(name: FieldName): Message {
  if (name === 'running' || name === 'each')
    return { key: 'household.notANumber', values: { least: 1, most: IMPORTS_RUNNING_MAX } }
  if (name === 'seedRatio') return { key: 'household.imports.wrongRatio', values: { most: SEED_RATIO_MAX } }
  return { key: 'people.quotaTrouble' }
}

/** A number, a size or a speed. */
const ImportField = observer(function ImportField(props: ImportRowsProps & { name: FieldName; placeholder?: string }) {
  const { fields, name, placeholder } = props
  const household = householdOf(useRoot())
  const { t } = useTexts()
  const isSpeed = name.endsWith('Limit')
  return (
    <TextRow
      title={t(`household.imports.${name}`)}
      description={t(`household.imports.${name}Lead`)}
      trouble={household.troubles.imports.has(name) ? troubleOf(name) : null}
      placeholder={placeholder ?? t('people.noQuota')}
      value={fields[name]}
      {...(isSpeed ? { suffix: '/s' } : {})}
      onText={(text) => household.change({ imports: { ...fields, [name]: text } })}
    />
  )
})

const HOURS = [...Array(24).keys()]

const HourRow = observer(function HourRow({ fields, name }: ImportRowsProps & { name: 'quietFrom' | 'quietTo' }) {
  const household = householdOf(useRoot())
  const { t } = useTexts()
  return (
    <SelectRow
      title={t(`household.imports.${name}`)}
      description={t(`household.imports.${name}Lead`)}
      value={String(fields[name])}
      onChoose={(hour) => household.change({ imports: { ...fields, [name]: Number(hour) } })}
    >
      {HOURS.map((hour) => (
        <option key={hour} value={hour}>
          {`${String(hour).padStart(2, '0')}:00`}
        </option>
      ))}
    </SelectRow>
  )
})

const SitesRow = observer(function SitesRow({ fields }: ImportRowsProps) {
  const household = householdOf(useRoot())
  const { t } = useTexts()
  return (
    <SelectRow
      title={t('household.imports.sites')}
      description={t('household.imports.sitesLead')}
      value={fields.sites}
      onChoose={(chosen) =>
        household.change({
          imports: { ...fields, sites: VIDEO_SITES.find((sites) => sites === chosen) ?? fields.sites },
        })
      }
    >
      {VIDEO_SITES.map((sites) => (
        <option key={sites} value={sites}>
          {t(`household.imports.site.${sites}`)}
        </option>
      ))}
    </SelectRow>
  )
})
