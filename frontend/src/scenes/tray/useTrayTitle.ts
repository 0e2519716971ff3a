import { useTexts } from '../../i18n/useTexts.ts'
import { importsOf } from '../../stores/ImportsStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useWorkTitle } from './useWorkTitle.ts'

/**
 * One line about everything that runs. Uploads come first, because they need the page to stay open. Call it inside an
 * observer.
 */
export function useTrayTitle(): string {
  const root = useRoot()
  const { uploads, tray } = root
  const { active } = importsOf(root)
  const { t } = useTexts()
  const titleOf = useWorkTitle()
  const { queue, looking } = uploads
  const { running, shown } = tray
  const [only, ...others] = running
  if (queue.isBusy)
    return t('upload.title', {
      current: Math.min(queue.tally.countDone + 1, queue.tally.countTotal),
      count: queue.tally.countTotal,
    })
  if (only !== undefined) return others.length === 0 ? titleOf(only) : t('work.running', { count: running.length })
  if (queue.countWaiting > 0 || queue.active.some((job) => job.state === 'paused')) return t('upload.titlePaused')
  if (queue.active.length > 0) return t('upload.titleNeeds', { count: queue.active.length })
  if (looking > 0) return t('upload.looking')
  const failed = shown.filter(({ state }) => state === 'failed').length
  if (failed > 0) return t('work.failedTitle', { count: failed })
  if (shown.some(({ isHalfDone }) => isHalfDone)) return t('work.stoppedTitle')
  if (active.length > 0) return t('imports.title', { count: active.length })
  if (queue.tally.countDone > 0) return t('upload.titleDone', { count: queue.tally.countDone })
  return tray.elsewhere.size > 0 ? t('upload.titleElsewhere') : t('work.over')
}
