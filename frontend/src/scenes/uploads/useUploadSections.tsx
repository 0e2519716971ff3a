// The lists of uploads in the tray: those that need attention, then running and waiting ones by their folder, then
// finished ones.
import { observer } from 'mobx-react-lite'
import { Link } from 'react-router-dom'
import { useTexts } from '../../i18n/useTexts.ts'
import { filesUrl, nameOf } from '../../lib/paths.ts'
import { pickFolder } from '../../lib/pick-files.ts'
import { withoutTop } from '../../lib/entry-order.ts'
import type { UploadFolder } from '../../stores/uploads/UploadFolder.ts'
import { UploadJob } from '../../stores/uploads/UploadJob.ts'
import type { UploadQueue } from '../../stores/uploads/UploadQueue.ts'
import { useRoot } from '../../stores/useRoot.ts'
import type { TraySection } from '../tray/TrayList.tsx'
import { UploadFolderRow } from './UploadFolderRow.tsx'
import { UploadJobRow } from './UploadJobRow.tsx'

type UploadRow = UploadJob | UploadFolder

/** Call it inside an observer. */
export function useUploadSections(): TraySection[] {
  const { queue } = useRoot().uploads
  const { t } = useTexts()
  const { troubled, tally } = queue
  const { finished } = tally
  const running = [...rowsByGroup(queue)].map(([group, rows]): TraySection => ({
    key: `to ${group}`,
    title: group === '/' ? t('upload.home') : nameOf(group),
    links: <FolderLink folder={group} />,
    ...listOf(rows),
  }))
  return [
    ...(troubled.length === 0
      ? []
      : [
          { key: 'troubled', title: t('upload.needsYou'), links: <TroubledLinks />, isTall: true, ...listOf(troubled) },
        ]),
    ...running,
    ...(finished.length === 0
      ? []
      : [
          {
            key: 'done',
            title: t('upload.done'),
            links: <FolderLink folder={finished[0]?.group ?? '/'} />,
            ...listOf(finished),
          },
        ]),
  ]
}

/** Running, paused and waiting uploads by their folder. */
function rowsByGroup({ active, waiting }: UploadQueue): Map<string, UploadRow[]> {
  const rows = new Set<UploadRow>()
  for (const job of active) if (!job.needsPerson) rows.add(job.folder ?? job)
  for (const job of waiting) rows.add(job.folder ?? job)
  return Map.groupBy(rows, ({ group }) => group)
}

const listOf = (rows: readonly UploadRow[]): Pick<TraySection, 'count' | 'renderRow'> => ({
  count: rows.length,
  renderRow: (place) => {
    const row = rows[place.index]
    if (row === undefined) return null
    if (row instanceof UploadJob) return <UploadJobRow key={row.id} job={row} {...place} />
    return <UploadFolderRow key={row.path} folder={row} {...place} />
  },
})

/** Commands for all uploads that need attention. */
const TroubledLinks = observer(function TroubledLinks() {
  const { uploads } = useRoot()
  const { t } = useTexts()
  const { troubled } = uploads.queue
  const lost = troubled.filter(({ state }) => state === 'lost')
  const [group, ...others] = new Set(lost.map((job) => job.group))
  const isWhole = lost.some(({ folder }) => folder !== null)
  const choose = async (into: string) => {
    const entries = await pickFolder()
    await uploads.bring(isWhole ? entries : withoutTop(entries), into)
  }
  return (
    <>
      {troubled.some(({ file }) => file !== null) ? (
        <button type="button" onClick={uploads.retryAll}>
          {t('upload.retryAll')}
        </button>
      ) : null}
      {group !== undefined && others.length === 0 && troubled.length > 1 ? (
        <button type="button" onClick={() => void choose(group)}>
          {t('upload.chooseFolder')}
        </button>
      ) : null}
    </>
  )
})

/** Leads to the folder, unless it is the current one. */
const FolderLink = observer(function FolderLink({ folder }: { folder: string }) {
  const { listing } = useRoot()
  const { t } = useTexts()
  if (folder === listing.folder && listing.file === null) return null
  return <Link to={filesUrl(folder, true)}>{t('upload.openFolder')}</Link>
})
