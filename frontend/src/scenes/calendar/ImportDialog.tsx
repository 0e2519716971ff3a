import { FileUp } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { Dialog } from '../../dialogs/Dialog.tsx'
import { FormFooter } from '../../dialogs/FormFooter.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { pickFile } from '../../lib/pick-files.ts'
import { OWN_KEYS, useKeyLayer } from '../../lib/useKeyLayer.ts'
import { CalendarFileForm } from '../../stores/calendar/CalendarFileForm.ts'
import { calendarOf } from '../../stores/CalendarStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { CalendarChoice } from './CalendarChoice.tsx'
import { FoundEvents } from './FoundEvents.tsx'

/** Imports a file of another calendar: it says what is in it first. */
export const ImportDialog = observer(function ImportDialog() {
  const calendars = calendarOf(useRoot())
  const { t, tell } = useTexts()
  const [form] = useState(() => new CalendarFileForm(calendars))
  useKeyLayer(OWN_KEYS)
  const { count, failure, found } = form
  const carryOut = async () => {
    if (await form.carryOut()) calendars.close()
  }
  return (
    <Dialog
      title={t('calendar.import.title')}
      description={t('calendar.import.lead')}
      width={520}
      onClose={calendars.close}
      onSubmit={() => void carryOut()}
      footer={
        <FormFooter
          verb={count === 0 ? t('calendar.import.verb') : t('calendar.import.verbMany', { count })}
          canSubmit={count > 0}
          isBusy={form.isBusy}
          onCancel={calendars.close}
        />
      }
    >
      <div className="cal-form">
        <FileFields form={form} />
        {failure === null ? null : (
          <p className="notice bad" role="alert">
            {tell(failure)}
          </p>
        )}
        <div role="status">{found === null ? null : <FoundEvents found={found} />}</div>
      </div>
    </Dialog>
  )
})

/** Which file, and where its events go. */
const FileFields = observer(function FileFields({ form }: { form: CalendarFileForm }) {
  const { t } = useTexts()
  const choose = async () => {
    const file = await pickFile()
    if (file !== null) await form.choose(file)
  }
  return (
    <>
      <button type="button" className="button" aria-busy={form.isBusy} onClick={() => void choose()}>
        <FileUp className="icon" aria-hidden="true" />
        <span className="label cut" dir="auto">
          {form.file?.name ?? t('calendar.import.choose')}
        </span>
      </button>
      <CalendarChoice
        label={t('calendar.import.into')}
        value={form.calendar}
        onChoose={(calendar) => void form.choosePlace(calendar)}
      />
    </>
  )
})
