import { observer } from 'mobx-react-lite'
import { type RefObject, useRef } from 'react'
import { ConflictSides } from '../components/upload/ConflictSides.tsx'
import { useFormat } from '../i18n/useFormat.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { nameOf, parentOf } from '../lib/paths.ts'
import type { Conflict, ConflictChoice } from '../stores/dialogs.ts'
import { useRoot } from '../stores/useRoot.ts'
import { Dialog } from './Dialog.tsx'
import type { DialogComponentProps } from './index.tsx'
import { useConflictPictures } from './useConflictPictures.ts'
import { canReplace, useConflicts } from './useConflicts.ts'
import { useSameness } from './useSameness.ts'

const isFolderPair = ({ incoming, present }: Conflict) => incoming.isDir && present.isDir

/** Asks about taken names, one after the other or all at once. Closing it leaves everything as it is. */
export const ConflictDialog = observer(function ConflictDialog(props: DialogComponentProps<'conflict'>) {
  const { kind, folder, conflicts, close } = props
  const { t } = useTexts()
  const formats = useFormat()
  const { conflict, left, isForAll, setForAll, choose } = useConflicts(conflicts, close)
  const pictures = useConflictPictures(conflict, kind)
  const isSame = useSameness(conflict)
  const skip = useRef<HTMLButtonElement>(null)
  if (conflict === undefined) return null
  const { incoming, present } = conflict
  // Files of an uploaded folder keep their place below it.
  const place = kind === 'upload' ? parentOf(incoming.path) : folder
  return (
    <Dialog
      title={t('dialog.conflict.title', { name: incoming.name })}
      description={t(place === '/' ? 'dialog.conflict.inHome' : 'dialog.conflict.inFolder', {
        folder: nameOf(place),
        count: left,
      })}
      width={460}
      initialFocus={skip}
      onClose={() => close(null)}
      footer={<Choices conflict={conflict} isSame={isSame} skipRef={skip} onChoice={choose} />}
    >
      <ConflictSides
        incoming={{ ...incoming, picture: pictures.incoming, title: t(`dialog.conflict.${kind}`) }}
        present={{ ...present, picture: pictures.present, title: t('dialog.conflict.present') }}
        words={{ larger: t('dialog.conflict.larger'), newer: t('dialog.conflict.newer'), folder: t('kind.folder') }}
        formatSize={formats.size}
        formatDate={formats.date}
      />
      {isSame ? <p className="strong">{t('dialog.conflict.same')}</p> : <Consequence conflict={conflict} />}
      {left > 1 ? <ForAllChoice count={left} isOn={isForAll} onChange={setForAll} /> : null}
    </Dialog>
  )
})

interface ForAllChoiceProps {
  /** How many conflicts are left. */
  count: number
  isOn: boolean
  onChange(isOn: boolean): void
}

/** Whether the next choice applies to all remaining conflicts. */
function ForAllChoice({ count, isOn, onChange }: ForAllChoiceProps) {
  const { t } = useTexts()
  return (
    <label className="line">
      <input type="checkbox" className="check" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      {t('dialog.conflict.forAll', { count })}
    </label>
  )
}

interface ChoicesProps {
  conflict: Conflict
  /** Both files are the same, so keeping the new one changes nothing. */
  isSame: boolean
  skipRef: RefObject<HTMLButtonElement | null>
  onChoice(choice: ConflictChoice): void
}

const Choices = observer(function Choices({ conflict, isSame, skipRef, onChoice }: ChoicesProps) {
  const { session } = useRoot()
  const { t } = useTexts()
  return (
    <>
      <button
        ref={skipRef}
        type="button"
        className={`button ${isSame ? 'primary' : 'plain'}`}
        onClick={() => onChoice('skip')}
      >
        {t('dialog.conflict.skip')}
      </button>
      <span className="push" />
      <button type="button" className="button" onClick={() => onChoice('keepBoth')}>
        {t('dialog.conflict.keepBoth')}
      </button>
      {canReplace(conflict) && session.can('modify') ? (
        <button type="button" className={`button ${isSame ? '' : 'primary'}`} onClick={() => onChoice('replace')}>
          {t(isFolderPair(conflict) ? 'dialog.conflict.merge' : 'dialog.conflict.replace')}
        </button>
      ) : null}
    </>
  )
})

/** What replacing does to the existing item, or why it cannot be replaced. */
const Consequence = observer(function Consequence({ conflict }: { conflict: Conflict }) {
  const { settings } = useRoot()
  const { t } = useTexts()
  const count = settings.RetentionDays
  if (isFolderPair(conflict)) return <p className="small faint">{t('dialog.conflict.mergeHint', { count })}</p>
  const key = canReplace(conflict) ? (count > 0 ? 'kept' : 'lost') : 'kinds'
  return <p className="small faint">{t(`dialog.conflict.${key}`, { count })}</p>
})
