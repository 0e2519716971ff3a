import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import type { ImportDetails } from '../../../backend/contract/imports.ts'
import { messageOf } from '../api/error-message.ts'
import type { Message } from '../i18n/message.ts'
import { useFormat } from '../i18n/useFormat.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { kindOfName } from '../lib/kind-of-name.ts'
import { importsOf } from '../stores/ImportsStore.ts'
import { Latest } from '../stores/Latest.ts'
import { useRoot } from '../stores/useRoot.ts'
import { Dialog } from './Dialog.tsx'
import { FormFailure } from './FormFailure.tsx'
import { FileChooser } from './imports/FileChooser.tsx'
import { FirstFiles } from './imports/FirstFiles.tsx'
import { TrackerFold } from './imports/TrackerFold.tsx'
import type { DialogComponentProps } from './index.tsx'
import { useSubmission } from './useSubmission.ts'

/** Chooses which files of a torrent come, and where its peers are asked for. */
export const ImportFilesDialog = observer(function ImportFilesDialog(props: DialogComponentProps<'importFiles'>) {
  const { id, name, close } = props
  const { t, tell } = useTexts()
  const { details, failure } = useDetails(id)
  if (details !== null) return <FilesForm {...props} details={details} />
  return (
    <Dialog title={t('imports.filesDialog.title')} description={<bdi>{name}</bdi>} onClose={() => close(null)}>
      <p role="status" className={failure === null ? 'faint' : 'bad'}>
        {failure === null ? t('imports.filesDialog.loading') : tell(failure)}
      </p>
    </Dialog>
  )
})

/** The files and trackers of a torrent as they are now. Call it inside an observer. */
function useDetails(id: string): { details: ImportDetails | null; failure: Message | null } {
  const imports = importsOf(useRoot())
  const [details] = useState(() => new Latest<ImportDetails, string>())
  useEffect(() => {
    void details.load(() => imports.calls.get(id), { of: id })
    return details.forget
  }, [details, imports, id])
  return { details: details.value, failure: details.error === null ? null : messageOf(details.error) }
}

const linesOf = (text: string): string[] => text.split(/\s+/).filter((line) => line !== '')

type FilesFormProps = DialogComponentProps<'importFiles'> & { details: ImportDetails }

/** What is chosen, and how it is saved. */
function useFilesForm({ id, close, details: { contents, trackers, first: firstBefore } }: FilesFormProps) {
  const imports = importsOf(useRoot())
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set(contents.flatMap(({ wanted }, number) => (wanted ? number : []))),
  )
  const [order, setFirst] = useState<readonly number[]>(firstBefore)
  const first = order.filter((number) => chosen.has(number))
  const [addresses, setAddresses] = useState(trackers.join('\n'))
  const { isBusy, failure, run } = useSubmission(messageOf)
  const canSubmit = contents.length === 0 || chosen.size > 0
  const save = async () => {
    const typed = linesOf(addresses)
    await imports.change(id, {
      ...(contents.length === 0 ? {} : { wanted: [...chosen].toSorted((one, other) => one - other) }),
      ...(first.join() === firstBefore.join() ? {} : { first }),
      ...(typed.join() === trackers.join() ? {} : { trackers: typed }),
    })
    close(true)
  }
  const submit = () => canSubmit && void run(save)
  return { chosen, setChosen, first, setFirst, addresses, setAddresses, isBusy, failure, canSubmit, submit }
}

/** Where films and songs of one's own torrent are played, if it comes from its beginning on. */
function useWatchUrl({ id, username, inOrder, contents }: ImportDetails): (file: number) => string | null {
  const root = useRoot()
  const isWatchable = inOrder && username === root.session.user?.username
  return (file) => {
    const kind = kindOfName(contents[file]?.path ?? '', false)
    return isWatchable && (kind === 'video' || kind === 'audio') ? importsOf(root).calls.watchUrl(id, file) : null
  }
}

function FilesForm(props: FilesFormProps) {
  const { name, close, details } = props
  const { t } = useTexts()
  const watchUrl = useWatchUrl(details)
  const form = useFilesForm(props)
  const { chosen, setChosen, first, setFirst, isBusy, canSubmit } = form
  return (
    <Dialog
      title={t('imports.filesDialog.title')}
      description={<bdi>{name}</bdi>}
      width={640}
      onClose={() => close(null)}
      onSubmit={form.submit}
      footer={<FilesFooter {...{ details, chosen, isBusy, canSubmit }} onCancel={() => close(null)} />}
    >
      {details.contents.length === 0 ? (
        <p className="muted">{t('imports.filesDialog.unknown')}</p>
      ) : (
        <>
          <FirstFiles files={details.contents} first={first} onChange={setFirst} />
          <FileChooser
            files={details.contents}
            chosen={chosen}
            onChange={setChosen}
            first={first}
            onFirst={setFirst}
            watchUrl={watchUrl}
          />
        </>
      )}
      <TrackerFold value={form.addresses} onChange={form.setAddresses} />
      <FormFailure failure={form.failure} />
    </Dialog>
  )
}

interface FilesFooterProps {
  details: ImportDetails
  chosen: ReadonlySet<number>
  isBusy: boolean
  canSubmit: boolean
  onCancel(): void
}

function FilesFooter({ details, chosen, isBusy, canSubmit, onCancel }: FilesFooterProps) {
  const { t } = useTexts()
  return (
    <>
      <Share details={details} chosen={chosen} />
      <span className="push" />
      <button type="button" className="button plain" onClick={onCancel}>
        {t('action.cancel')}
      </button>
      <button type="submit" className="button primary" disabled={!canSubmit} aria-busy={isBusy}>
        <span className="label">{t('imports.filesDialog.save')}</span>
      </button>
    </>
  )
}

/** How much is chosen. */
function Share({ details: { contents }, chosen }: { details: ImportDetails; chosen: ReadonlySet<number> }) {
  const { t } = useTexts()
  const { size } = useFormat()
  if (contents.length === 0) return null
  const bytes = [...chosen].reduce((sum, number) => sum + (contents[number]?.size ?? 0), 0)
  return (
    <span className="small muted num" role="status">
      {t('imports.filesDialog.share', { done: chosen.size, count: contents.length, size: size(bytes) })}
    </span>
  )
}
