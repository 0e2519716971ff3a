import { Check, TriangleAlert } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { CSSProperties } from 'react'
import type { ImportRecord } from '../../../../backend/contract/imports.ts'
import { Thumb } from '../../components/Thumb.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { progressText, shownName } from '../../lib/import-facts.ts'
import { kindOfName } from '../../lib/kind-of-name.ts'
import type { Kind } from '../../lib/kinds.ts'
import { playingTime } from '../../lib/clock.ts'
import type { ImportForm } from '../../stores/imports/ImportForm.ts'
import { importsOf } from '../../stores/ImportsStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { ImportCommands } from './ImportCommands.tsx'
import { useImportWords } from './useImportWords.ts'

export interface ImportCardProps {
  record: ImportRecord
  form: ImportForm
}

/** One import: its name, what it is doing in words, how far it is, and its buttons. */
export const ImportCard = observer(function ImportCard({ record, form }: ImportCardProps) {
  const { session } = useRoot()
  const { state, username, missed } = record
  const name = shownName(record)
  return (
    <li className="download">
      <Picture record={record} />
      <div className="line">
        <span className="title cut" dir="auto" title={name}>
          {name}
        </span>
        {state === 'done' ? <DoneBadge isWhole={missed === 0} /> : null}
        {username === session.user?.username ? null : <span className="badge">{username}</span>}
      </div>
      <ImportCommands record={record} form={form} />
      <Bar record={record} />
      <Facts record={record} />
    </li>
  )
})

function DoneBadge({ isWhole }: { isWhole: boolean }) {
  const { t } = useTexts()
  const Icon = isWhole ? Check : TriangleAlert
  return (
    <span className={`badge ${isWhole ? 'ok' : 'warn'}`}>
      <Icon className="icon" aria-hidden="true" />
      {t(isWhole ? 'imports.done' : 'imports.doneInPart')}
    </span>
  )
}

/** The kind of what comes: torrents with several files are folders, videos may be sound alone. */
function kindOfImport({ kind, files, preset, ...names }: ImportRecord): Kind {
  if (kind === 'video') return preset === 'mp3' || preset === 'm4a' ? 'audio' : 'video'
  return kindOfName(shownName(names), files > 1)
}

const Picture = observer(function Picture({ record }: { record: ImportRecord }) {
  const imports = importsOf(useRoot())
  const kind = kindOfImport(record)
  return (
    <span className={`cover ${record.kind === 'video' ? 'wide' : ''}`}>
      <Thumb kind={kind} size="fill" src={record.hasPicture ? imports.calls.pictureUrl(record.id) : null} />
    </span>
  )
})

function Bar({ record }: { record: ImportRecord }) {
  const { progress, state } = record
  const isStill = state === 'paused' || state === 'waiting'
  return (
    <div
      className={`progress thick ${state === 'failed' ? 'bad' : isStill ? 'paused' : ''}`}
      style={{ '--v': `${progress}%` } as CSSProperties}
      role="progressbar"
      aria-valuenow={Math.floor(progress)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-label={shownName(record)}
    >
      <i />
    </div>
  )
}

const Facts = observer(function Facts({ record }: { record: ImportRecord }) {
  const imports = importsOf(useRoot())
  const { t } = useTexts()
  const words = useImportWords()
  const { id, state, preset, duration, files, filesDone, missed, from } = record
  const place = imports.waitingWith(record).findIndex((item) => item.id === id) + 1
  const story = [words.state(record, place), words.pace(record)].filter((part) => part !== '').join(' · ')
  const what = [
    ...(from === null ? [] : [t('imports.from', { name: from })]),
    ...(duration === null ? [] : [playingTime(duration)]),
    ...(preset === null ? [] : [t(`imports.preset.${preset}`)]),
    ...(files > 1 ? [t('imports.files', { done: filesDone, count: files })] : []),
  ]
  return (
    <div className="facts-line">
      <span dir="ltr">{progressText(record)}</span>
      <span className={state === 'failed' ? 'bad' : missed > 0 ? 'warn' : 'faint'} dir="auto">
        {story}
      </span>
      {what.length === 0 ? null : <span className="faint">{what.join(' · ')}</span>}
    </div>
  )
})
