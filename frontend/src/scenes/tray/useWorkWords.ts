import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { nameOf } from '../../lib/paths.ts'
import type { Work } from '../../stores/operations/Work.ts'

/** Describes a change and its progress in words. Call it inside an observer. */
export function useWorkWords() {
  const { t, tell } = useTexts()
  const share = useShare()
  const folderOf = ({ start }: Work) => (start.folder === '/' ? t('listing.home') : nameOf(start.folder))
  const doing = (work: Work) => {
    const { kind, folder } = work.start
    return folder === '' ? t(`work.doing.${kind}`) : t(`work.doingTo.${kind}`, { folder: folderOf(work) })
  }

  function running(work: Work): string {
    if (work.record?.state === 'undoing') return t('work.undoing')
    if (work.isCancelled) return t('work.stopping')
    return work.record?.state === 'removing' && work.start.kind === 'move' ? t('work.clearing') : doing(work)
  }

  function over(work: Work): string {
    const { kind } = work.start
    if (work.state === 'undone') {
      if (work.done > 0) return t('work.stopped', { done: work.done, count: work.calls })
      return t(work.isHalfDone ? 'work.stoppedHere' : 'work.undone')
    }
    if (work.state === 'failed') {
      const reason = work.reason === null ? '' : tell(work.reason)
      return work.calls > 1 ? t('work.failedSome', { count: work.failed, reason }) : t('work.failed', { reason })
    }
    return work.start.folder === '' ? t(`work.done.${kind}`) : t(`work.doneTo.${kind}`, { folder: folderOf(work) })
  }

  const what = ({ start: { count, name } }: Work) =>
    count === 1 ? name : name === '' ? t('trash.items', { count }) : t('work.several', { name, count: count - 1 })

  return {
    what,
    words: (work: Work) => (work.state === 'running' ? running(work) : over(work)),
    share: (work: Work) => (work.state === 'running' ? share(work) : ''),
  }
}

/** How much of the total is done; '' if unknown. */
function useShare(): (work: Work) => string {
  const { t } = useTexts()
  const { size } = useFormat()
  return (work) => {
    const { record, calls, done, percent } = work
    if (record === null) return calls > 1 ? t('work.steps', { percent: percent ?? 0, done, count: calls }) : ''
    const { state, itemsDone, itemsTotal, bytesDone, bytesTotal } = record
    const isClearing = state === 'removing' && work.start.kind === 'move' && itemsDone === itemsTotal
    if (state === 'undoing' || isClearing) return ''
    if (itemsTotal === 0) return t('work.counting')
    const bytes = bytesTotal === 0 ? '' : t('work.bytes', { done: size(bytesDone), total: size(bytesTotal) })
    const items = itemsTotal === 1 ? '' : t('work.items', { done: itemsDone, count: itemsTotal })
    return [`${percent ?? 0} %`, items, bytes].filter((part) => part !== '').join(' · ')
  }
}
