import { observer } from 'mobx-react-lite'
import { useRef, useState } from 'react'
import type { EventFields, EventRecord } from '../../../../backend/contract/calendar.ts'
import { Dialog } from '../../dialogs/Dialog.tsx'
import { FormFooter } from '../../dialogs/FormFooter.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { OWN_KEYS, useKeyLayer } from '../../lib/useKeyLayer.ts'
import { EventForm, fieldsOf } from '../../stores/calendar/EventForm.ts'
import { calendarOf } from '../../stores/CalendarStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { EventClash } from './EventClash.tsx'
import { EventFormFields } from './EventFormFields.tsx'
import { ScopeDialog } from './ScopeDialog.tsx'
import { useEventChange } from './useEventChange.ts'

interface EventDialogProps {
  /** The event that is changed; null for a new one. */
  record: EventRecord | null
  at: string | null
  fields?: EventFields
}

/** The form of an event: to add one, to change it, or to delete it. */
export const EventDialog = observer(function EventDialog({ record, at, fields }: EventDialogProps) {
  const calendars = calendarOf(useRoot())
  const { t, tell } = useTexts()
  const title = useRef<HTMLInputElement>(null)
  const [form] = useState(() => new EventForm(fields ?? (record === null ? missing() : fieldsOf(record))))
  const { submission, asked, theirs, save, remove, keep, setAsked, keepMine } = useEventChange({ record, at, form })
  useKeyLayer(OWN_KEYS)
  return (
    <Dialog
      title={record === null ? t('calendar.newEvent') : t('calendar.event')}
      width={520}
      initialFocus={title}
      onClose={calendars.close}
      onSubmit={save}
      footer={
        <>
          {record === null ? null : <DeleteButton onDelete={remove} />}
          <FormFooter
            verb={record === null ? t('calendar.add') : t('calendar.save')}
            canSubmit={form.canSave}
            isBusy={submission.isBusy}
            onCancel={calendars.close}
          />
        </>
      }
    >
      {submission.failure === null || theirs !== null ? null : (
        <p className="notice bad" role="alert">
          {tell(submission.failure)}
        </p>
      )}
      {theirs === null ? null : <EventClash theirs={theirs} at={at} onKeepMine={keepMine} />}
      <EventFormFields form={form} titleRef={title} />
      {asked === null ? null : <ScopeDialog verb={asked} onChoose={keep} onClose={() => setAsked(null)} />}
    </Dialog>
  )
})

function DeleteButton({ onDelete }: { onDelete(): void }) {
  const { t } = useTexts()
  return (
    <button type="button" className="button danger cal-delete" onClick={onDelete}>
      {t('calendar.delete')}
    </button>
  )
}

const missing = (): never => {
  throw new Error('an event dialog without an event')
}
