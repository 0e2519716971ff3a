import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { renameMany } from '../actions/renameMany.ts'
import { Segmented } from '../components/Segmented.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { BatchRename } from '../stores/names/BatchRename.ts'
import { useRoot } from '../stores/useRoot.ts'
import { Dialog } from './Dialog.tsx'
import { FormFooter } from './FormFooter.tsx'
import type { DialogComponentProps } from './index.tsx'
import { LettersField } from './rename/LettersField.tsx'
import { NewNames } from './rename/NewNames.tsx'
import { PatternFields } from './rename/PatternFields.tsx'
import { ReplaceFields } from './rename/ReplaceFields.tsx'

/** Renames several items by a rule. The new names are shown before anything is renamed. */
export const BatchRenameDialog = observer(function BatchRenameDialog({
  items,
  close,
}: DialogComponentProps<'batchRename'>) {
  const root = useRoot()
  const { t } = useTexts()
  const [batch] = useState(() => new BatchRename(root.api.resources, items))
  useEffect(() => void batch.look(), [batch])
  const field = useRef<HTMLInputElement>(null)
  const submit = () => {
    const { canRename, renames, others } = batch
    if (!canRename) return
    close(true)
    void renameMany(root, { renames, isTaken: (path) => others.has(path) })
  }
  return (
    <Dialog
      title={t('dialog.batchRename.title', { count: items.length })}
      width={640}
      initialFocus={field}
      onClose={() => close(null)}
      onSubmit={submit}
      footer={
        <FormFooter
          verb={t('dialog.rename.verb')}
          canSubmit={batch.canRename}
          isBusy={false}
          onCancel={() => close(null)}
        />
      }
    >
      <ModeChoice batch={batch} />
      {batch.mode === 'pattern' ? <PatternFields batch={batch} field={field} /> : <ReplaceFields batch={batch} />}
      <LettersField batch={batch} />
      <NewNames batch={batch} />
    </Dialog>
  )
})

const ModeChoice = observer(function ModeChoice({ batch }: { batch: BatchRename }) {
  const { t } = useTexts()
  return (
    <Segmented
      label={t('dialog.batchRename.mode')}
      value={batch.mode}
      choices={[
        { value: 'pattern', label: t('dialog.batchRename.pattern') },
        { value: 'replace', label: t('dialog.batchRename.replace') },
      ]}
      onChoose={batch.setMode}
    />
  )
})
