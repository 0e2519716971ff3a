import { CalendarDays, Scale } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { MenuEntry } from '../../components/Menu.tsx'
import { MenuChip } from '../../components/MenuChip.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { filterOf, withFilter } from '../../lib/query.ts'
import { useSearchMoves } from './useSearchMoves.ts'
import { useSearch } from './useSearch.ts'

const SIZES = ['1 MB', '10 MB', '100 MB', '1 GB']
/** The number of days before today. */
const DAYS = { today: 0, week: 7, month: 30, year: 365 } as const
const DAY_MS = 86_400_000

const sizeFilter = (size: string): string => `>${size.toLowerCase().replace(' ', '')}`
const dayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

/** Changes a filter of the search, and searches again. */
function useNarrow(filter: 'size' | 'after') {
  const search = useSearch()
  const { ask } = useSearchMoves()
  return (value: string | null) => {
    search.setText(withFilter(search.text, filter, value))
    ask()
  }
}

/** The minimum size. */
export const SizeChip = observer(function SizeChip() {
  const search = useSearch()
  const { t } = useTexts()
  const narrow = useNarrow('size')
  const value = filterOf(search.text, 'size')
  const known = SIZES.find((size) => sizeFilter(size) === value)
  const label = known === undefined ? value : t('search.size.over', { size: known })
  const choices: MenuEntry[] = [
    { id: 'any', label: t('search.size.any'), isChecked: value === null, run: () => narrow(null) },
    ...SIZES.map((size) => ({
      id: size,
      label: t('search.size.over', { size }),
      isChecked: size === known,
      run: () => narrow(sizeFilter(size)),
    })),
  ]
  return <MenuChip icon={Scale} label={label ?? t('listing.size')} isOn={value !== null} choices={choices} />
})

/** The earliest time of modification. */
export const DateChip = observer(function DateChip() {
  const search = useSearch()
  const { t } = useTexts()
  const format = useFormat()
  const narrow = useNarrow('after')
  const value = filterOf(search.text, 'after')
  const days = Object.entries(DAYS) as [keyof typeof DAYS, number][]
  const known = days.find(([, count]) => dayBefore(count) === value)?.[0]
  const since = value === null ? null : t('search.date.since', { date: format.date(value) || value })
  const choices: MenuEntry[] = [
    { id: 'any', label: t('search.date.any'), isChecked: value === null, run: () => narrow(null) },
    ...days.map(([name, count]) => ({
      id: name,
      label: t(`search.date.${name}`),
      isChecked: name === known,
      run: () => narrow(dayBefore(count)),
    })),
  ]
  const label = known === undefined ? since : t(`search.date.${known}`)
  return <MenuChip icon={CalendarDays} label={label ?? t('listing.modified')} isOn={value !== null} choices={choices} />
})
