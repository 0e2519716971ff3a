import type { UserRecord } from '../../../../backend/contract/users.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { percentOf } from '../../lib/percent-of.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { peopleOf } from '../../stores/PeopleStore.ts'

/**
 * How much space a person uses, in words, and in percent if they have a quota. The use is left out while it is unknown.
 */
export function useRoom({ id, quota }: Pick<UserRecord, 'id' | 'quota'>): { words: string; percent: number | null } {
  const people = peopleOf(useRoot())
  const { t } = useTexts()
  const { size } = useFormat()
  const used = people.used.value?.get(id)
  if (used === undefined) return { words: quota === 0 ? t('people.noQuota') : size(quota), percent: null }
  const end = quota === 0 ? t('frame.storageUsed') : t('frame.storageOf', { total: size(quota) })
  return { words: `${size(used)} ${end}`, percent: percentOf(used, quota) }
}
