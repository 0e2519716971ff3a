import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { percentOf } from '../../lib/percent-of.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** A room beside that of the person's files, how full it is, and the same in words. */
export interface Room {
  key: 'history' | 'shared'
  label: string
  text: string
  percent: number
}

/** The rooms that have a limit: that of older versions and deleted files, and the shared folder's. For an observer. */
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
  const { history = 0, historyLimit = 0, shared } = usage
  return [
    ...room('history', t('frame.storageOlder'), { used: history, total: historyLimit }),
    ...(shared
      ? room('shared', settings.SharedFolder, { used: shared.used + (shared.history ?? 0), total: shared.total })
      : []),
  ]
}
