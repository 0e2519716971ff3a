import { observer } from 'mobx-react-lite'
import { useEffect, useMemo, useRef, useState } from 'react'
import { ConflictSides } from '../components/upload/ConflictSides.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { nameOf } from '../lib/paths.ts'
import type { Conflict, ConflictChoice } from '../stores/dialogs.ts'
import { useRoot } from '../stores/useRoot.ts'
import { Dialog } from './Dialog.tsx'
import type { DialogComponentProps } from './index.tsx'
import { useFormat } from '../i18n/useFormat.ts'

/** A picture over the wire is shown only where it is small; there are no thumbnails yet. */
const PICTURE_MAX_BYTES = 8 * 1024 * 1024

const isFolderPair = ({ incoming, present }: Conflict) => incoming.isDir && present.isDir
/** A file never takes a folder's place, nor the other way round. */
const canReplace = ({ incoming, present }: Conflict) => incoming.isDir === present.isDir

/** Names that are taken, one after the other, or all in one answer. Closing it leaves everything as it is. */
export const ConflictDialog = observer(function ConflictDialog({
  kind,
  folder,
  conflicts,
  close,
}: DialogComponentProps<'conflict'>) {
  const root = useRoot()
  const { t } = useTexts()
  const formats = useFormat()
  const [choices, setChoices] = useState<readonly (ConflictChoice | null)[]>(() => conflicts.map(() => null))
  const [isForAll, setForAll] = useState(conflicts.length > 1)
  const skip = useRef<HTMLButtonElement>(null)
  const at = choices.indexOf(null)
  const left = choices.filter((choice) => choice === null).length
  const conflict = conflicts[at]
  const incomingPicture = usePicture(conflict?.incoming.file)
  if (conflict === undefined) return null
  const { incoming, present } = conflict
  const mayReplace = canReplace(conflict) && root.session.can('modify')

  const handleChoice = (choice: ConflictChoice) => {
    const next = choices.map((earlier, index) => {
      const other = conflicts[index]
      if (earlier !== null || other === undefined) return earlier
      const isMeant = index === at || (isForAll && (choice !== 'replace' || canReplace(other)))
      return isMeant ? choice : null
    })
    const settled = next.filter((answer) => answer !== null)
    if (settled.length === conflicts.length) close(settled)
    else setChoices(next)
  }

  const presentPicture =
    present.size <= PICTURE_MAX_BYTES && root.session.can('download')
      ? root.api.resources.rawUrl(present.path, true)
      : null
  const incomingUrl =
    incomingPicture ??
    (incoming.file === undefined && kind !== 'restore' && incoming.size <= PICTURE_MAX_BYTES
      ? root.api.resources.rawUrl(incoming.path, true)
      : null)
  const keeping = isFolderPair(conflict)
    ? 'mergeHint'
    : !canReplace(conflict)
      ? 'kinds'
      : root.settings.RetentionDays > 0
        ? 'kept'
        : 'lost'

  return (
    <Dialog
      title={t('dialog.conflict.title', { name: incoming.name })}
      description={t(folder === '/' ? 'dialog.conflict.inHome' : 'dialog.conflict.inFolder', {
        folder: nameOf(folder),
        count: left,
      })}
      width={460}
      initialFocus={skip}
      onClose={() => close(null)}
      footer={
        <>
          <button ref={skip} type="button" className="button plain" onClick={() => handleChoice('skip')}>
            {t('dialog.conflict.skip')}
          </button>
          <span className="push" />
          <button type="button" className="button" onClick={() => handleChoice('keepBoth')}>
            {t('dialog.conflict.keepBoth')}
          </button>
          {mayReplace ? (
            <button type="button" className="button primary" onClick={() => handleChoice('replace')}>
              {t(isFolderPair(conflict) ? 'dialog.conflict.merge' : 'dialog.conflict.replace')}
            </button>
          ) : null}
        </>
      }
    >
      <ConflictSides
        incoming={{ ...incoming, picture: incomingUrl, title: t(`dialog.conflict.${kind}`) }}
        present={{ ...present, picture: presentPicture, title: t('dialog.conflict.present') }}
        words={{ larger: t('dialog.conflict.larger'), newer: t('dialog.conflict.newer'), folder: t('kind.folder') }}
        formatSize={formats.size}
        formatDate={formats.date}
      />
      <p className="small faint">{t(`dialog.conflict.${keeping}`, { count: root.settings.RetentionDays })}</p>
      {left > 1 ? (
        <label className="line">
          <input
            type="checkbox"
            className="check"
            checked={isForAll}
            onChange={(event) => setForAll(event.target.checked)}
          />
          {t('dialog.conflict.forAll', { count: left })}
        </label>
      ) : null}
    </Dialog>
  )
})

/** A picture that is still on the person's own disk. */
function usePicture(file: File | undefined): string | null {
  const url = useMemo(() => (file?.type.startsWith('image/') ? URL.createObjectURL(file) : null), [file])
  useEffect(
    () => () => {
      if (url) URL.revokeObjectURL(url)
    },
    [url],
  )
  return url
}
