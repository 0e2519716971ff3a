// Reports the uploads of this page to the person's other pages.
import { autorun } from 'mobx'
import type { UploadReport } from '../../../../backend/contract/events.ts'
import type { RootStore } from '../RootStore.ts'

/** Milliseconds between two reports. */
const PAUSE_MS = 1000
/** Uploads that end sooner are not reported. */
const PATIENCE_MS = 1500
const NAME_MAX = 200

/** Starts reporting. Returns a function that stops it and withdraws the last report. */
export function tellOtherPages({ uploads, api }: RootStore): () => void {
  let told: UploadReport | null = null
  let number = 0
  const tell = (report: UploadReport | null) => {
    if (JSON.stringify(report) === JSON.stringify(told)) return
    told = report
    number += 1
    // The next report comes soon. If the last one is lost, the server forgets this page after a while.
    api.events.reportUploads({ page: uploads.page, number, report }).catch(() => undefined)
  }
  const stop = autorun(() => tell(reportOf(uploads)), { scheduler: throttle() })
  const leave = () => tell(null)
  window.addEventListener('pagehide', leave)
  return () => {
    window.removeEventListener('pagehide', leave)
    stop()
    leave()
  }
}

/** Runs a function after a delay, and then not more often than the pause allows. */
function throttle(): (run: () => void) => void {
  let next = performance.now() + PATIENCE_MS
  return (run) => {
    const wait = next - performance.now()
    next = Math.max(next, performance.now()) + PAUSE_MS
    setTimeout(run, Math.max(0, wait))
  }
}

/** The progress of this page's uploads; null if none is running. */
export function reportOf({ queue }: RootStore['uploads']): UploadReport | null {
  const job = queue.running[0] ?? queue.active.find(({ state }) => state === 'paused') ?? queue.waiting[0]
  if (job === undefined) return null
  const { countDone, countTotal, bytesTotal } = queue.tally
  return {
    state: queue.isBusy ? 'running' : 'paused',
    name: (job.folder ?? job).name.slice(0, NAME_MAX),
    filesDone: countDone,
    filesTotal: countTotal,
    bytesDone: queue.bytesSent,
    bytesTotal,
  }
}
