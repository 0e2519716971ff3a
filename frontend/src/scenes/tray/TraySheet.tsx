import { Minus, Pause, Play, X } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { IconButton } from '../../components/IconButton.tsx'
import { TotalProgress } from '../../components/tray/TotalProgress.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { clock } from '../../lib/clock.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { JobGroups } from '../uploads/JobGroups.tsx'
import { useTrayTitle } from './useTrayTitle.ts'
import { WorkGroup } from './WorkGroup.tsx'

/** The lists of the tray, and the buttons for all of them. */
export const TraySheet = observer(function TraySheet() {
  const { uploads } = useRoot()
  const { t } = useTexts()
  const title = useTrayTitle()
  return (
    <section className="tray" aria-label={t('work.region')}>
      <header>
        <h2>{title}</h2>
        <span className="push" />
        <TrayTools />
      </header>
      {uploads.queue.isEmpty ? <div className="total is-done" /> : <UploadProgress />}
      <div className="jobs">
        <WorkGroup />
        <JobGroups />
      </div>
    </section>
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
  const canResume = !queue.isBusy && (queue.countWaiting > 0 || queue.active.some((job) => job.state === 'paused'))
  return (
    <>
      {queue.isBusy ? <IconButton icon={Pause} label={t('upload.pauseAll')} onClick={queue.pauseAll} /> : null}
      {canResume ? <IconButton icon={Play} label={t('upload.resumeAll')} onClick={queue.resumeAll} /> : null}
      {queue.isEmpty && tray.running.length === 0 ? null : (
        <IconButton icon={Minus} label={t('upload.minimise')} onClick={() => tray.setOpen(false)} />
      )}
      {queue.isEmpty && tray.running.length > 0 ? null : (
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
  const { queue } = useRoot().uploads
  const { t } = useTexts()
  const { size } = useFormat()
  const { percent, isBusy, bytesSent, bytesTotal, speed } = queue
  const rate = () =>
    speed === 0 ? clock(null) : t('upload.rate', { speed: size(speed), time: clock(queue.secondsLeft) })
  return (
    <TotalProgress
      label={t('upload.all')}
      percent={percent}
      isPaused={!isBusy}
      share={t('upload.share', { percent, sent: size(bytesSent), total: size(bytesTotal) })}
      rate={isBusy ? rate() : ''}
    />
  )
})
