import { reaction } from 'mobx'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import { answerForPage } from '../../stores/uploads/open-pages.ts'
import { tellOtherPages } from '../../stores/uploads/tell-other-pages.ts'
import { uploadPaceOf } from '../../stores/UploadPaceStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useTrayEnd } from '../tray/useTrayEnd.ts'
import { surround } from './surround.ts'
import { useJobWords } from './useJobWords.ts'

/**
 * Reports uploads outside of the tray: to the browser, to other pages, and to screen readers when they start, end, or
 * need attention, but not every step.
 */
export const UploadAnnouncer = observer(function UploadAnnouncer() {
  const root = useRoot()
  const { uploads, ui } = root
  // Created even while the tray is closed, so that the tray knows the speed at once when it opens.
  useEffect(() => void uploadPaceOf(root), [root])
  useTrayEnd()
  useEffect(() => tellOtherPages(root), [root])
  // Other pages that are opened now must not list the uploads of this one as interrupted.
  useEffect(() => answerForPage(root.uploads.page), [root])
  useEffect(() => surround(root), [root])
  const { t } = useTexts()
  const words = useJobWords()
  useEffect(() => {
    const { queue } = uploads
    // At once, because uploads have already started at the first render.
    const options = { fireImmediately: true }
    const stopBusy = reaction(
      () => queue.isBusy,
      (isBusy) => {
        if (isBusy) ui.announce(t('upload.announce.started', { count: queue.tally.countTotal }))
        else if (queue.isEmpty && queue.tally.countDone > 0)
          ui.announce(t('upload.allDone', { count: queue.tally.countDone }))
      },
      options,
    )
    const stopTrouble = reaction(
      () => queue.troubled.at(-1),
      (job) => {
        if (job) ui.announce(t('upload.announce.failed', { name: job.name, reason: words(job) }))
      },
      options,
    )
    return () => {
      stopBusy()
      stopTrouble()
    }
  }, [uploads, ui, t, words])
  return null
})
