import { ArrowDownUp, ArrowDownWideNarrow, ArrowUpNarrowWide, CaseSensitive, Clock, Scale } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { SORT_KEYS } from '../../../../backend/contract/user-choices.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { Menu, type MenuEntry } from '../../components/Menu.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { isAscending } from '../../lib/sort-items.ts'
import { useRoot } from '../../stores/useRoot.ts'

const ICONS = { name: CaseSensitive, size: Scale, modified: Clock } as const

/** The column that the rows are sorted by, and the direction. */
export const SortMenu = observer(function SortMenu() {
  const { listing } = useRoot()
  const { t } = useTexts()
  const { sorting } = listing
  const keys = SORT_KEYS.map((by): MenuEntry => ({
    id: by,
    label: t(`listing.${by}`),
    icon: ICONS[by],
    isChecked: sorting.by === by,
    run: () => void (sorting.by === by ? undefined : listing.sortBy(by)),
  }))
  // By name, `asc: false` means A to Z (api-contract 3.1).
  const direction = (isUpwards: boolean): MenuEntry => ({
    id: isUpwards ? 'up' : 'down',
    label: t(isUpwards ? 'listing.ascending' : 'listing.descending'),
    icon: isUpwards ? ArrowUpNarrowWide : ArrowDownWideNarrow,
    isChecked: isAscending(sorting) === isUpwards,
    run: () => void listing.sortBy(sorting.by, sorting.by === 'name' ? !isUpwards : isUpwards),
  })
  return (
    <Menu
      groups={[keys, [direction(true), direction(false)]]}
      title={t('listing.sortBy')}
      align="end"
      trigger={<IconButton icon={ArrowDownUp} label={t('action.sort')} />}
    />
  )
})
