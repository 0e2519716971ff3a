import { observer } from 'mobx-react-lite'
import { SelectField } from '../../components/SelectField.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import type { LetterCase } from '../../lib/new-names.ts'
import type { BatchRename } from '../../stores/names/BatchRename.ts'
import { CheckLine } from '../../components/CheckLine.tsx'

const CASES: readonly LetterCase[] = ['keep', 'lower', 'upper', 'title']

/** Upper or lower case, and whether a taken name gets a number. */
export const LettersField = observer(function LettersField({ batch }: { batch: BatchRename }) {
  const { t } = useTexts()
  return (
    <div className="name-replace">
      <SelectField
        label={t('dialog.batchRename.letters')}
        value={batch.letters}
        onChange={(event) => batch.setLetters(CASES.find((one) => one === event.target.value) ?? 'keep')}
      >
        {CASES.map((letters) => (
          <option key={letters} value={letters}>
            {t(`dialog.batchRename.case.${letters}`)}
          </option>
        ))}
      </SelectField>
      <div className="name-checks at-end">
        <CheckLine
          label={t('dialog.batchRename.addNumbers')}
          isOn={batch.addsNumbers}
          onChange={batch.setAddsNumbers}
        />
      </div>
    </div>
  )
})
