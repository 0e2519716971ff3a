import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { percentOf } from '../../lib/percent-of.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** A storage space beside the person's files, how full it is, and the same in words. */
export interface Room {
  key: 'history' | 'shared'
  label: string
  text: string
  percent: number
}

/** The storage spaces with a limit: older versions with deleted files, and the shared folder. For an observer. */
export function useRooms(): Room[] {
  const {
    settings,
    usage: { usage },
  } = useRoot()
  const { t } = useTexts()
  const format = useFormat()
  const room = (key: Room['key'], label: string, { used, total }: { used: number; total: number }): Room[] => {
    const percent = percentOf(used, total)
    return percent === null
      ? []
      : [{ key, label, percent, text: `${format.size(used)} ${t('frame.storageOf', { total: format.size(total) })}` }]
  }
  if (usage === null) return []
  const { history, historyLimit = 0, shared } = usage
  return [
    // Nothing until they have been counted: an empty bar would be wrong.
    ...(history === undefined ? [] : room('history', t('frame.storageOlder'), { used: history, total: historyLimit })),
    ...(shared
      ? room('shared', settings.SharedFolder, { used: shared.used + (shared.history ?? 0), total: shared.total })
      : []),
  ]
}
