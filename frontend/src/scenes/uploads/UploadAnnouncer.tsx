import { reaction } from 'mobx'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useJobWords } from './useJobWords.ts'

/** Tells a screen reader when uploads begin, end, or need the person; not every step between. */
export const UploadAnnouncer = observer(function UploadAnnouncer() {
  const { uploads, ui } = useRoot()
  const { t } = useTexts()
  const words = useJobWords()
  useEffect(() => {
    const { queue } = uploads
    // At once: uploads have begun already when this is drawn first.
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
