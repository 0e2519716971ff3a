import { ArrowUpToLine, Check, CircleAlert, FileUp, Pause, Play, RotateCw, X } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { type JobCommand, JobRow, type RowPlace } from '../../components/tray/JobRow.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { pickFile } from '../../lib/pick-files.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import type { UploadJob } from '../../stores/uploads/UploadJob.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useJobWords } from './useJobWords.ts'

export const UploadJobRow = observer(function UploadJobRow({ job, ...place }: RowPlace & { job: UploadJob }) {
  const words = useJobWords()
  const { name, state, needsPerson } = job
  const commands = useJobCommands(job)
  const isPaused = state === 'paused' || state === 'asking'
  const hasBar = state === 'running' || isPaused || (state === 'lost' && job.sent > 0)
  return (
    <JobRow
      {...place}
      isTall={needsPerson}
      name={name}
      file={job.file}
      words={words(job)}
      {...(state === 'done' ? { icon: Check, tone: 'ok' as const } : {})}
      {...(needsPerson ? { icon: CircleAlert, tone: 'bad' as const } : {})}
      {...(state === 'paused' ? { icon: Pause } : {})}
      percent={hasBar ? job.percent : null}
      isPaused={isPaused || state === 'lost'}
      commands={commands}
    />
  )
})

/** The commands for a job. Call it inside an observer. */
function useJobCommands(job: UploadJob): JobCommand[] {
  const root = useRoot()
  const { t } = useTexts()
  const { queue } = root.uploads
  const { name, state } = job
  const retry = { icon: RotateCw, label: t('upload.retry', { name }), run: () => queue.go(job) }
  const cancel = { icon: X, label: t('upload.cancel', { name }), run: () => queue.cancel(job) }
  if (state === 'running')
    return [{ icon: Pause, label: t('upload.pause', { name }), run: () => queue.pause(job) }, cancel]
  if (state === 'waiting')
    return [{ icon: ArrowUpToLine, label: t('upload.first', { name }), run: () => queue.putFirst([job]) }, cancel]
  if (state === 'paused') return [{ icon: Play, label: t('upload.resume', { name }), run: () => queue.go(job) }, cancel]
  if (state === 'lost')
    return [{ icon: FileUp, label: t('upload.chooseFile', { name }), run: () => void giveAgain(root, job) }, cancel]
  if (state === 'failed') return job.trouble === 'unreadable' ? [cancel] : [retry, cancel]
  return state === 'done' ? [] : [cancel]
}

/** If the browser kept a handle of the file, it only has to be allowed; otherwise the person chooses the file. */
async function giveAgain({ uploads }: RootStore, job: UploadJob): Promise<void> {
  if (await uploads.retry(job)) return
  const file = await pickFile()
  if (file) uploads.give(job, file)
}
