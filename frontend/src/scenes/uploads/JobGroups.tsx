// The lists of the tray: what needs the person first, then what runs, by folder, then what is done.
import { observer } from 'mobx-react-lite'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../i18n/useTexts.ts'
import { filesUrl, nameOf } from '../../lib/paths.ts'
import { pickFolder } from '../../lib/pick-files.ts'
import type { UploadJob } from '../../stores/uploads/UploadJob.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { UploadJobRow } from './UploadJobRow.tsx'

/** A list of thousands helps nobody; the rest is told as a number. */
const TROUBLED_SHOWN = 5
const DONE_SHOWN = 6

export const JobGroups = observer(function JobGroups() {
  const { uploads, listing } = useRoot()
  const { t } = useTexts()
  const { queue } = uploads
  const { troubled } = queue
  const linkTo = (group: string) =>
    group === listing.folder && listing.file === null ? null : (
      <Link to={filesUrl(group, true)}>{t('upload.openFolder')}</Link>
    )
  const running = queue.active.filter((job) => !job.needsPerson)
  const shownBy = Map.groupBy(running, (job) => job.group)
  const groups = new Set([...shownBy.keys(), ...queue.waitingGroups.keys()])
  const lostGroups = new Set(troubled.filter((job) => job.state === 'lost').map((job) => job.group))
  const doneHidden = queue.countDone - Math.min(DONE_SHOWN, queue.finished.length)
  const folderName = (group: string) => (group === '/' ? t('upload.home') : nameOf(group))

  return (
    <>
      {troubled.length === 0 ? null : (
        <Group
          title={t('upload.needsYou')}
          jobs={troubled.slice(0, TROUBLED_SHOWN)}
          more={
            troubled.length > TROUBLED_SHOWN ? t('upload.moreLost', { count: troubled.length - TROUBLED_SHOWN }) : null
          }
        >
          {troubled.some((job) => job.file !== null) ? (
            <button type="button" onClick={uploads.retryAll}>
              {t('upload.retryAll')}
            </button>
          ) : null}
          {lostGroups.size === 1 && troubled.length > 1 ? (
            <button
              type="button"
              onClick={() =>
                void pickFolder().then((entries) => uploads.bringAgain(entries, [...lostGroups][0] ?? '/'))
              }
            >
              {t('upload.chooseFolder')}
            </button>
          ) : null}
        </Group>
      )}
      {[...groups].map((group) => {
        const waiting = queue.waitingGroups.get(group) ?? 0
        return (
          <Group
            key={group}
            title={folderName(group)}
            jobs={shownBy.get(group) ?? []}
            more={waiting > 0 ? t('upload.moreWaiting', { count: waiting }) : null}
          >
            {linkTo(group)}
          </Group>
        )
      })}
      {queue.finished.length === 0 ? null : (
        <Group
          title={t('upload.done')}
          jobs={queue.finished.slice(0, DONE_SHOWN)}
          more={doneHidden > 0 ? t('upload.moreDone', { count: doneHidden }) : null}
        >
          {linkTo(queue.finished[0]?.group ?? '/')}
        </Group>
      )}
    </>
  )
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
