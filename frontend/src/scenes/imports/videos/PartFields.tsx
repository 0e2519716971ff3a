import { observer } from 'mobx-react-lite'
import { CheckLine } from '../../../components/CheckLine.tsx'
import { useTexts } from '../../../i18n/useTexts.ts'
import { readPart } from '../../../lib/typed-time.ts'
import type { ImportForm } from '../../../stores/imports/ImportForm.ts'

/** Which part of a single video is imported: from one position to another. */
export const PartFields = observer(function PartFields({ form }: { form: ImportForm }) {
  const { t } = useTexts()
  const { part } = form
  const isWrong = part !== null && readPart(part) === null
  const field = (name: 'from' | 'to', placeholder: string) => (
    <label className="line">
      {t(`imports.part.${name}`)}
      <span className="input">
        <input
          value={part?.[name] ?? ''}
          placeholder={placeholder}
          autoComplete="off"
          dir="ltr"
          aria-invalid={isWrong}
          onChange={({ target }) => part && form.setPart({ ...part, [name]: target.value })}
        />
      </span>
    </label>
  )
  return (
    <>
      <CheckLine
        label={t('imports.part.only')}
        isOn={part !== null}
        onChange={(isOn) => form.setPart(isOn ? { from: '', to: '' } : null)}
      />
      {part === null ? null : (
        <fieldset className="line part-fields">
          <legend className="sr">{t('imports.part.only')}</legend>
          {field('from', '0:00')}
          {field('to', t('imports.part.end'))}
        </fieldset>
      )}
    </>
  )
})
