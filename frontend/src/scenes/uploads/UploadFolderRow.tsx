import { ArrowUpToLine, Check, Pause, Play, X } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { type JobCommand, JobRow, type RowPlace } from '../../components/tray/JobRow.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { percentOf } from '../../lib/percent-of.ts'
import type { UploadFolder } from '../../stores/uploads/UploadFolder.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** A folder that is uploaded as a whole, with the progress of its contents. */
export const UploadFolderRow = observer(function UploadFolderRow({
  folder,
  ...place
}: RowPlace & { folder: UploadFolder }) {
  const { t } = useTexts()
  const { size, sizeOf } = useFormat()
  const { isRunning, isPaused, sent, commands } = useFolderState(folder)
  const { name, isOver, countDone, countTotal, bytesTotal } = folder
  const words = isOver
    ? t('upload.folderDone', { count: countTotal, size: size(bytesTotal) })
    : t('upload.folderShare', {
        done: countDone,
        count: countTotal,
        share: t('upload.bytes', sizeOf(sent, bytesTotal)),
      })
  return (
    <JobRow
      {...place}
      name={name}
      file={null}
      isDir
      words={words}
      {...(isOver ? { icon: Check, tone: 'ok' as const } : isPaused ? { icon: Pause } : {})}
      percent={isOver ? null : (percentOf(sent, bytesTotal) ?? percentOf(countDone, countTotal))}
      isPaused={!isRunning && isPaused}
      commands={commands}
    />
  )
})

/** The state of a folder, and the commands for it. Call it inside an observer. */
function useFolderState(folder: UploadFolder) {
  const { queue } = useRoot().uploads
  const { t } = useTexts()
  const own = queue.active.filter((job) => job.folder === folder)
  const isRunning = own.some(({ state }) => state === 'running')
  const isPaused = own.some(({ state }) => state === 'paused')
  const { name, isOver } = folder
  const commands: JobCommand[] = []
  const add = (isPossible: boolean, command: JobCommand) => isPossible && !isOver && commands.push(command)
  add(!isRunning && !isPaused, {
    icon: ArrowUpToLine,
    label: t('upload.first', { name }),
    run: () => queue.putFirst([...folder.jobs]),
  })
  add(!isPaused, { icon: Pause, label: t('upload.pause', { name }), run: () => queue.pause(...folder.jobs) })
  add(isPaused, { icon: Play, label: t('upload.resume', { name }), run: () => queue.goAll(pausedOf(folder)) })
  add(true, { icon: X, label: t('upload.cancel', { name }), run: () => queue.cancel(...folder.jobs) })
  return { isRunning, isPaused, commands, sent: own.reduce((sum, job) => sum + job.sent, folder.bytesDone) }
}

const pausedOf = ({ jobs }: UploadFolder) => [...jobs].filter(({ state }) => state === 'paused')
