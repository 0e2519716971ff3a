import { observer } from 'mobx-react-lite'
import { ACTIVITY_KINDS } from '../../../../../backend/contract/activity-kinds.ts'
import type { ActivityWish } from '../../../api/activity.ts'
import { SelectField } from '../../../components/SelectField.tsx'
import { useTexts } from '../../../i18n/useTexts.ts'
import { activityOf } from '../../../stores/ActivityStore.ts'
import { useRoot } from '../../../stores/useRoot.ts'

export interface ActivityFiltersProps {
  wish: ActivityWish
  /** Called with what changes; '' for everything. */
  onChange(wanted: ActivityWish): void
}

interface Choice {
  name: keyof ActivityWish
  label: string
  /** The words for everything. */
  all: string
  options: readonly { value: string; label: string }[]
}

/** Place, person and kind. */
export const ActivityFilters = observer(function ActivityFilters({ wish, onChange }: ActivityFiltersProps) {
  const { t } = useTexts()
  return (
    <div className="filters" role="search" aria-label={t('extras.activity.filters')}>
      {useChoices(wish).map(({ name, label, all, options }) => (
        <SelectField
          key={name}
          label={label}
          value={wish[name] ?? ''}
          onChange={({ target }) => onChange({ [name]: target.value })}
        >
          <option value="">{all}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </SelectField>
      ))}
    </div>
  )
})

function useChoices({ who }: ActivityWish): Choice[] {
  const root = useRoot()
  const { t } = useTexts()
  const { SharedFolder: shared } = root.settings
  const places = [
    { value: 'own', label: t('extras.activity.own') },
    { value: 'shared', label: shared },
  ]
  // The person of the filter stays a choice while the list is read anew.
  const people = new Set([...(activityOf(root).list.value?.people ?? []), ...(who === undefined ? [] : [who])])
  return [
    ...(shared === ''
      ? []
      : ([
          {
            name: 'where',
            label: t('extras.activity.where'),
            all: t('extras.activity.everywhere'),
            options: places,
          },
        ] as const)),
    {
      name: 'who',
      label: t('extras.activity.who'),
      all: t('extras.activity.everybody'),
      options: [...people].map((value) => ({ value, label: value })),
    },
    {
      name: 'kind',
      label: t('extras.activity.kind'),
      all: t('extras.activity.everything'),
      options: ACTIVITY_KINDS.map((value) => ({ value, label: t(`extras.activity.kinds.${value}`) })),
    },
  ]
}
