import { Check, CircleAlert, Undo2, X } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { type JobCommand, JobRow, type RowPlace } from '../../components/tray/JobRow.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { cancelWork } from '../../stores/operations/cancelling.ts'
import type { Work } from '../../stores/operations/Work.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useWorkWords } from './useWorkWords.ts'

const LOOKS = {
  running: {},
  done: { icon: Check, tone: 'ok' },
  undone: { icon: Undo2 },
  failed: { icon: CircleAlert, tone: 'bad' },
} as const

interface WorkRowProps extends RowPlace {
  work: Work
  isTall: boolean
}

export const WorkRow = observer(function WorkRow({ work, isTall, ...place }: WorkRowProps) {
  const root = useRoot()
  const { tray } = root
  const { t } = useTexts()
  const words = useWorkWords()
  const name = words.what(work)
  const commands: JobCommand[] = []
  if (work.canCancel)
    commands.push({ icon: X, label: t('work.cancel', { name }), run: () => void cancelWork(root, work) })
  if (work.state !== 'running')
    commands.push({ icon: X, label: t('work.dismiss', { name }), run: () => tray.dismiss(work) })
  return (
    <JobRow
      {...place}
      isTall={isTall}
      name={name}
      file={null}
      isDir={work.start.isDir}
      words={words.words(work)}
      facts={words.share(work)}
      {...LOOKS[work.state]}
      percent={work.state === 'running' ? (work.percent ?? 0) : null}
      isPaused={work.isCancelled}
      commands={commands}
    />
  )
})
