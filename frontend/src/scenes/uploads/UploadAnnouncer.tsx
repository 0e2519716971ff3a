import { reaction } from 'mobx'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useJobWords } from './useJobWords.ts'

/** Tells a screen reader when uploads start, end, or need the person, but not every step. */
export const UploadAnnouncer = observer(function UploadAnnouncer() {
  const { uploads, ui } = useRoot()
  const { t } = useTexts()
  const words = useJobWords()
  useEffect(() => {
    const { queue } = uploads
    // At once, because uploads have already started at the first render.
    const options = { fireImmediately: true }
    const stopBusy = reaction(
      () => queue.isBusy,
      (isBusy) => {
        if (isBusy) ui.announce(t('upload.announce.started', { count: queue.countTotal }))
        else if (queue.isEmpty && queue.countDone > 0) ui.announce(t('upload.allDone', { count: queue.countDone }))
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
