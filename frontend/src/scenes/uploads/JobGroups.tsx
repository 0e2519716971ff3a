// The upload lists of the tray: first what needs the person, then what runs, by folder, then what is done.
import { observer } from 'mobx-react-lite'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../i18n/useTexts.ts'
import { filesUrl, nameOf } from '../../lib/paths.ts'
import { pickFolder } from '../../lib/pick-files.ts'
import type { UploadJob } from '../../stores/uploads/UploadJob.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { UploadJobRow } from './UploadJobRow.tsx'

/** A list of thousands helps nobody, so the rest is only counted. */
const TROUBLED_SHOWN = 5
const DONE_SHOWN = 6

export const JobGroups = observer(function JobGroups() {
  const { queue } = useRoot().uploads
  return (
    <>
      {queue.troubled.length === 0 ? null : <TroubledGroup />}
      <RunningGroups />
      {queue.finished.length === 0 ? null : <DoneGroup />}
    </>
  )
})

/** Uploads that need the person. */
const TroubledGroup = observer(function TroubledGroup() {
  const { uploads } = useRoot()
  const { t } = useTexts()
  const { troubled } = uploads.queue
  const [folder, ...others] = new Set(troubled.filter((job) => job.state === 'lost').map((job) => job.group))
  const hidden = troubled.length - TROUBLED_SHOWN
  return (
    <Group
      title={t('upload.needsYou')}
      jobs={troubled.slice(0, TROUBLED_SHOWN)}
      more={hidden > 0 ? t('upload.moreLost', { count: hidden }) : null}
    >
      {troubled.some((job) => job.file !== null) ? (
        <button type="button" onClick={uploads.retryAll}>
          {t('upload.retryAll')}
        </button>
      ) : null}
      {folder !== undefined && others.length === 0 && troubled.length > 1 ? (
        <button type="button" onClick={() => void pickFolder().then((entries) => uploads.bringAgain(entries, folder))}>
          {t('upload.chooseFolder')}
        </button>
      ) : null}
    </Group>
  )
})

/** Running and waiting uploads, by folder. */
const RunningGroups = observer(function RunningGroups() {
  const { queue } = useRoot().uploads
  const { t } = useTexts()
  const running = queue.active.filter((job) => !job.needsPerson)
  const shownBy = Map.groupBy(running, (job) => job.group)
  const groups = new Set([...shownBy.keys(), ...queue.waitingGroups.keys()])
  return [...groups].map((group) => {
    const waiting = queue.waitingGroups.get(group) ?? 0
    return (
      <Group
        key={group}
        title={group === '/' ? t('upload.home') : nameOf(group)}
        jobs={shownBy.get(group) ?? []}
        more={waiting > 0 ? t('upload.moreWaiting', { count: waiting }) : null}
      >
        <FolderLink folder={group} />
      </Group>
    )
  })
})

const DoneGroup = observer(function DoneGroup() {
  const { queue } = useRoot().uploads
  const { t } = useTexts()
  const hidden = queue.countDone - Math.min(DONE_SHOWN, queue.finished.length)
  return (
    <Group
      title={t('upload.done')}
      jobs={queue.finished.slice(0, DONE_SHOWN)}
      more={hidden > 0 ? t('upload.moreDone', { count: hidden }) : null}
    >
      <FolderLink folder={queue.finished[0]?.group ?? '/'} />
    </Group>
  )
})

/** A link to the folder, if it is not the current one. */
const FolderLink = observer(function FolderLink({ folder }: { folder: string }) {
  const { listing } = useRoot()
  const { t } = useTexts()
  if (folder === listing.folder && listing.file === null) return null
  return <Link to={filesUrl(folder, true)}>{t('upload.openFolder')}</Link>
})

interface GroupProps {
  title: string
  jobs: readonly UploadJob[]
  more: string | null
  children?: ReactNode
}

function Group({ title, jobs, more, children }: GroupProps) {
  const id = useId()
  return (
    <>
      <h3>
        <span id={id} className="cut" dir="auto">
          {title}
        </span>
        <span className="links">{children}</span>
      </h3>
      <ul aria-labelledby={id}>
        {jobs.map((job) => (
          <UploadJobRow key={job.id} job={job} />
        ))}
      </ul>
      {more === null ? null : <p className="more">{more}</p>}
    </>
  )
}
