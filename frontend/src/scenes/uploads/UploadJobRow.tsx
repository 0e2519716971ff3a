import { Check, CircleAlert, FileUp, Pause, Play, RotateCw, X } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { type JobCommand, JobRow } from '../../components/tray/JobRow.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { pickFile } from '../../lib/pick-files.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import type { UploadJob } from '../../stores/uploads/UploadJob.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useJobWords } from './useJobWords.ts'

export const UploadJobRow = observer(function UploadJobRow({ job }: { job: UploadJob }) {
  const root = useRoot()
  const { t } = useTexts()
  const words = useJobWords()
  const { queue } = root.uploads
  const { name, state } = job
  const commands: JobCommand[] = []
  if (state === 'running')
    commands.push({ icon: Pause, label: t('upload.pause', { name }), run: () => queue.pause(job) })
  if (state === 'paused') commands.push({ icon: Play, label: t('upload.resume', { name }), run: () => queue.go(job) })
  if (state === 'failed' && job.trouble !== 'unreadable')
    commands.push({ icon: RotateCw, label: t('upload.retry', { name }), run: () => queue.go(job) })
  if (state === 'lost')
    commands.push({ icon: FileUp, label: t('upload.chooseFile', { name }), run: () => void giveAgain(root, job) })
  if (state !== 'done') commands.push({ icon: X, label: t('upload.cancel', { name }), run: () => queue.cancel(job) })
  const isPaused = state === 'paused' || state === 'asking'
  const hasBar = state === 'running' || isPaused || (state === 'lost' && job.sent > 0)
  return (
    <JobRow
      name={name}
      file={job.file}
      words={words(job)}
      {...(state === 'done' ? { icon: Check, tone: 'ok' as const } : {})}
      {...(job.needsPerson ? { icon: CircleAlert, tone: 'bad' as const } : {})}
      {...(state === 'paused' ? { icon: Pause } : {})}
      percent={hasBar ? job.percent : null}
      isPaused={isPaused || state === 'lost'}
      commands={commands}
    />
  )
})

/** If the browser kept a handle of the file, it only has to be allowed; otherwise the person chooses the file. */
async function giveAgain({ uploads }: RootStore, job: UploadJob): Promise<void> {
  if (await uploads.retry(job)) return
  const file = await pickFile()
  if (file) uploads.give(job, file)
}
