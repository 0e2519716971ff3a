import { History } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import type { ImportForm } from '../../stores/imports/ImportForm.ts'

/** What the person has imported before, of the last attempt, with an offer to import it again. */
export const Known = observer(function Known({ form }: { form: ImportForm }) {
  const { known, isBusy } = form
  const { t } = useTexts()
  const { date } = useFormat()
  if (known.length === 0) return null
  return (
    <div className="notice plain">
      <History className="icon" aria-hidden="true" />
      <div>
        {known.slice(0, 5).map(({ link, name, ended }) => (
          <p key={link} dir="auto">
            {t('imports.knownOne', { name, when: date(ended) })}
          </p>
        ))}
        {known.length > 5 ? <p>{t('imports.offer.more', { count: known.length - 5 })}</p> : null}
      </div>
      <button type="button" className="button push" aria-busy={isBusy} onClick={() => void form.startAgain()}>
        <span className="label">{t('imports.again')}</span>
      </button>
    </div>
  )
})
