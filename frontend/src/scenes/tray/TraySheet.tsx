import { Minus, Pause, Play, X } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useRef } from 'react'
import { IconButton } from '../../components/IconButton.tsx'
import { TotalProgress } from '../../components/tray/TotalProgress.tsx'
import { RootClass } from '../../components/RootClass.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { clock } from '../../lib/clock.ts'
import { importsOf } from '../../stores/ImportsStore.ts'
import { uploadPaceOf } from '../../stores/UploadPaceStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useUploadSections } from '../uploads/useUploadSections.tsx'
import { TrayList } from './TrayList.tsx'
import { useImportSection } from '../imports/useImportSection.tsx'
import { useTrayFocus } from './useTrayFocus.ts'
import { useTrayTitle } from './useTrayTitle.ts'
import { useElsewhereSection } from '../uploads/useElsewhereSection.tsx'
import { useWorkSections } from './useWorkSections.tsx'

/** The lists of the tray, and the buttons for all of them. */
export const TraySheet = observer(function TraySheet() {
  const { uploads } = useRoot()
  const { t } = useTexts()
  const title = useTrayTitle()
  return (
    <section className="tray" aria-label={t('work.region')} tabIndex={-1}>
      <RootClass name="has-tray" />
      <header>
        <h2>{title}</h2>
        <span className="push" />
        <TrayTools />
      </header>
      {uploads.queue.isEmpty && uploads.queue.tally.countDone === 0 ? (
        <div className="total is-done" />
      ) : (
        <UploadProgress />
      )}
      <TrayLists />
    </section>
  )
})

const TrayLists = observer(function TrayLists() {
  const scroller = useRef<HTMLDivElement>(null)
  const sections = [...useWorkSections(), ...useUploadSections(), ...useElsewhereSection(), ...useImportSection()]
  useTrayFocus(scroller)
  return (
    <div ref={scroller} className="jobs">
      <TrayList sections={sections} scroller={scroller} />
    </div>
  )
})

const TrayTools = observer(function TrayTools() {
  const root = useRoot()
  const { t } = useTexts()
  const { uploads, tray } = root
  const { queue } = uploads
  const handleClose = async () => {
    if (!queue.isEmpty) {
      const count = queue.active.length + queue.countWaiting
      if ((await root.ui.ask('confirmAbort', { count })) !== null) uploads.abortAll()
      return
    }
    tray.close()
  }
  const isOver = queue.isEmpty && tray.running.length + tray.elsewhere.size + importsOf(root).underWay.length === 0
  const canResume = !queue.isBusy && (queue.countWaiting > 0 || queue.active.some((job) => job.state === 'paused'))
  return (
    <>
      {queue.isBusy ? <IconButton icon={Pause} label={t('upload.pauseAll')} onClick={queue.pauseAll} /> : null}
      {canResume ? <IconButton icon={Play} label={t('upload.resumeAll')} onClick={queue.resumeAll} /> : null}
      {isOver ? null : <IconButton icon={Minus} label={t('upload.minimise')} onClick={() => tray.setOpen(false)} />}
      {queue.isEmpty && !isOver ? null : (
        <IconButton
          icon={X}
          label={t(queue.isEmpty ? 'upload.close' : 'upload.abort.action')}
          onClick={() => void handleClose()}
        />
      )}
    </>
  )
})

const UploadProgress = observer(function UploadProgress() {
  const root = useRoot()
  const { queue } = root.uploads
  const pace = uploadPaceOf(root)
  const { t } = useTexts()
  const { size, sizeOf, number } = useFormat()
  const { percent, isBusy, bytesSent, tally } = queue
  const rate = () => {
    const time = clock(pace.secondsLeft)
    if (pace.speed === 0 && pace.files === 0) return time
    if (pace.isManySmall)
      return t('upload.fileRate', { count: Math.round(pace.files), speed: number(pace.files), time })
    return t('upload.rate', { speed: size(pace.speed), time })
  }
  return (
    <TotalProgress
      label={t('upload.all')}
      percent={percent}
      isPaused={!isBusy}
      share={t('upload.share', { percent, ...sizeOf(bytesSent, tally.bytesTotal) })}
      rate={isBusy ? rate() : ''}
    />
  )
})
