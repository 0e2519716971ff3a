import { observer } from 'mobx-react-lite'
import { Field } from '../../components/Field.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import type { BatchRename } from '../../stores/names/BatchRename.ts'
import { CheckLine } from '../../components/CheckLine.tsx'

/** What to find in the names, and its replacement. */
export const ReplaceFields = observer(function ReplaceFields({ batch }: { batch: BatchRename }) {
  const { t } = useTexts()
  const { find, replacement, isCaseSensitive, withEnding } = batch.replace
  const plain = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false, dir: 'auto', maxLength: 255 } as const
  return (
    <>
      <div className="name-replace">
        <Field
          {...plain}
          label={t('dialog.batchRename.find')}
          hint={t('dialog.batchRename.findHint')}
          value={find}
          onChange={(event) => batch.setReplace({ find: event.target.value })}
        />
        <Field
          {...plain}
          label={t('dialog.batchRename.replacement')}
          value={replacement}
          onChange={(event) => batch.setReplace({ replacement: event.target.value })}
        />
      </div>
      <div className="name-checks">
        <CheckLine
          label={t('dialog.batchRename.caseSensitive')}
          isOn={isCaseSensitive}
          onChange={(isOn) => batch.setReplace({ isCaseSensitive: isOn })}
        />
        <CheckLine
          label={t('dialog.batchRename.withEnding')}
          isOn={withEnding}
          onChange={(isOn) => batch.setReplace({ withEnding: isOn })}
        />
      </div>
    </>
  )
})
