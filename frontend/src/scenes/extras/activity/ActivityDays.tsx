import {
  ArchiveRestore,
  Copy,
  FilePenLine,
  FilePlus,
  FolderInput,
  FolderOutput,
  type LucideIcon,
  SquarePen,
  Trash2,
} from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { Link } from 'react-router-dom'
import type { ActivityEntry } from '../../../../../backend/contract/activity.ts'
import type { ActivityKind } from '../../../../../backend/contract/activity-kinds.ts'
import { trailOf } from '../../../i18n/trail.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useTexts } from '../../../i18n/useTexts.ts'
import { filesUrl, nameOf, parentOf, segmentsOf } from '../../../lib/paths.ts'
import { useRoot } from '../../../stores/useRoot.ts'
import { useDays } from './useDays.ts'

const ICONS: Readonly<Record<ActivityKind, LucideIcon>> = {
  added: FilePlus,
  changed: FilePenLine,
  renamed: SquarePen,
  moved: FolderInput,
  movedAway: FolderOutput,
  copied: Copy,
  deleted: Trash2,
  restored: ArchiveRestore,
}

/** Entries below the day on which they happened. */
export function ActivityDays({ entries }: { entries: readonly ActivityEntry[] }) {
  const { days, timeOf } = useDays(entries)
  return days.map(({ day, title, entries: of }) => (
    <section key={day} aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {of.map((entry) => (
          <ActivityLine key={entry.id} entry={entry} time={timeOf(entry.when)} />
        ))}
      </ul>
    </section>
  ))
}

/** One entry. It opens the folder and selects what it is about. */
const ActivityLine = observer(function ActivityLine({ entry, time }: { entry: ActivityEntry; time: string }) {
  const { selection } = useRoot()
  const words = useEntryWords(entry)
  const { kind, folder, names, when } = entry
  const Icon = ICONS[kind]
  const isThere = kind !== 'deleted' && kind !== 'movedAway'
  return (
    <li>
      <Link
        className="activity-line"
        to={filesUrl(folder, true)}
        onClick={() => (isThere ? selection.await(...names) : undefined)}
      >
        <Icon className="icon" aria-hidden="true" />
        <span className="activity-words">
          <span className="cut">{words.what}</span>
          <span className="small faint">{words.did}</span>
          <span className="small faint cut">{words.place}</span>
        </span>
        <time className="small faint" dateTime={when}>
          {time}
        </time>
      </Link>
    </li>
  )
})

function useEntryWords({ kind, who, folder, names, count, from }: ActivityEntry) {
  const { session } = useRoot()
  const { t } = useTexts()
  const format = useFormat()
  const placeOf = (path: string) => trailOf([t('listing.home'), ...segmentsOf(path)])
  const someone =
    who === null ? t('extras.activity.somebody') : who === session.user?.username ? t('extras.activity.you') : who
  const left = count - names.length
  const before =
    from === null || kind === 'copied'
      ? ''
      : kind === 'renamed'
        ? t('extras.activity.before', { name: nameOf(from) })
        : t('extras.activity.from', { place: placeOf(count === 1 ? parentOf(from) : from) })
  return {
    what: [format.list(names), ...(left > 0 ? [t('extras.activity.andMore', { count: left })] : [])].join(' '),
    did: [t(`extras.activity.did.${kind}`, { who: someone }), ...(before === '' ? [] : [before])].join(' · '),
    place: placeOf(folder),
  }
}
