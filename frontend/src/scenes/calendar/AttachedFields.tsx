import { Paperclip } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { EVENT_FILES_MAX } from '../../../../backend/contract/calendar-limits.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import type { EventForm } from '../../stores/calendar/EventForm.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { AttachedList } from './AttachedList.tsx'

/** The files at an event. What was copied among the files can be attached. */
export const AttachedFields = observer(function AttachedFields({ form }: { form: EventForm }) {
  const { clipboard } = useRoot()
  const { t } = useTexts()
  const { files } = form.fields
  const copied = clipboard.items.map(({ path }) => path).filter((path) => !files.includes(path))
  const attach = () => form.set({ files: [...files, ...copied].slice(0, EVENT_FILES_MAX) })
  return (
    <section className="cal-form" aria-label={t('calendar.field.files')}>
      <AttachedList files={files} onRemove={(path) => form.set({ files: files.filter((one) => one !== path) })} />
      {copied.length === 0 ? (
        <p className="hint">{t('calendar.attachHint')}</p>
      ) : (
        <button type="button" className="button" onClick={attach}>
          <Paperclip className="icon" aria-hidden="true" />
          <span className="label">{t('calendar.attach', { count: copied.length })}</span>
        </button>
      )}
    </section>
  )
})
