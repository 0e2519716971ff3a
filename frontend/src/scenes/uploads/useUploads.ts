// What uploads do to the world round the page: title, icon, leave-warning, a screen that stays on, and coming back
// after a break.
import { autorun, reaction } from 'mobx'
import { useEffect } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import { keepAwake } from '../../lib/keep-awake.ts'
import { showProgressIcon } from '../../lib/progress-icon.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { answerForPage } from '../../stores/uploads/open-pages.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useJobWords } from './useJobWords.ts'

export function useUploads(): void {
  const root = useRoot()
  const userId = root.session.user?.id ?? null
  useEffect(() => answerForPage(root.uploads.page), [root])
  useEffect(() => {
    void root.uploads.follow(userId)
    return () => void root.uploads.follow(null)
  }, [root, userId])
  useEffect(() => surround(root), [root])
  useAnnouncements(root)
}

function surround(root: RootStore): () => void {
  const { uploads, ui } = root
  const { queue } = uploads
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  const goOn = () => uploads.retryBroken()
  window.addEventListener('online', goOn)
  const stopBusy = reaction(
    () => queue.isBusy,
    (isBusy) => {
      if (isBusy) window.addEventListener('beforeunload', warn)
      else window.removeEventListener('beforeunload', warn)
      keepAwake(isBusy)
    },
  )
  const stopTitle = autorun(() => {
    ui.setTitlePrefix(queue.isBusy ? `${queue.percent} % · ` : '')
    showProgressIcon(queue.isBusy ? queue.percent : null)
  })
  return () => {
    window.removeEventListener('online', goOn)
    window.removeEventListener('beforeunload', warn)
    stopBusy()
    stopTitle()
    keepAwake(false)
    showProgressIcon(null)
    ui.setTitlePrefix('')
  }
}

/** Tells a screen reader when uploads begin, end, or need the person; not every step between. */
function useAnnouncements({ uploads, ui }: RootStore): void {
  const { t } = useTexts()
  const words = useJobWords()
  useEffect(() => {
    const { queue } = uploads
    const stopBusy = reaction(
      () => queue.isBusy,
      (isBusy) => {
        if (isBusy) ui.announce(t('upload.announce.started', { count: queue.countTotal }))
        else if (queue.isEmpty && queue.countDone > 0) ui.announce(t('upload.allDone', { count: queue.countDone }))
      },
    )
    const stopTrouble = reaction(
      () => queue.troubled.at(-1),
      (job) => {
        if (job) ui.announce(t('upload.announce.failed', { name: job.name, reason: words(job) }))
      },
    )
    return () => {
      stopBusy()
      stopTrouble()
    }
  }, [uploads, ui, t, words])
}
