import { Sparkles } from 'lucide-react'
import { when } from 'mobx'
import { observer } from 'mobx-react-lite'
import { type FormEvent, useState } from 'react'
import { formatTag } from '../../i18n/languages.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { type QuickEvent, readQuickAdd } from '../../lib/quick-add/index.ts'
import { isMonthFirst } from '../../lib/quick-add/month-first.ts'
import { blankFields, ownZone } from '../../stores/calendar/EventForm.ts'
import { calendarOf } from '../../stores/CalendarStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useMomentWords } from './useMomentWords.ts'

/** Adds an event by a line of text. What was understood is said below while somebody types. */
export const QuickAdd = observer(function QuickAdd({ date }: { date: string }) {
  const { t } = useTexts()
  const { spanOf } = useMomentWords()
  const { line, type, read, submit } = useQuickAdd(date)
  return (
    <form className="cal-quick" onSubmit={submit}>
      <label className="input">
        <Sparkles className="icon" aria-hidden="true" />
        <input
          value={line}
          placeholder={t('calendar.quickAddExample')}
          aria-label={t('calendar.quickAdd')}
          autoComplete="off"
          dir="auto"
          onChange={({ target }) => type(target.value)}
        />
      </label>
      {line === '' ? null : (
        <output className="cal-read small">
          {read === null ? t('calendar.quickAddTitle') : `${read.title} · ${spanOf(read)}`}
        </output>
      )}
    </form>
  )
})

function useQuickAdd(date: string) {
  const { toasts, ui } = useRoot()
  const calendars = calendarOf(useRoot())
  const { t, language } = useTranslation()
  const [line, setLine] = useState('')
  // Read when it is typed, because "tomorrow" counts from then.
  const [read, setRead] = useState<QuickEvent | null>(null)
  const type = (text: string) => {
    setLine(text)
    setRead(readQuickAdd(text, new Date(), isMonthFirst(formatTag(language, navigator.languages))))
  }
  const add = async () => {
    if (read === null) return
    // Somebody may type faster than the calendars are fetched.
    await when(() => calendars.calendars.length > 0 || calendars.window.error !== null)
    const calendar = calendars.calendars.find(({ mayChange }) => mayChange)
    if (calendar === undefined) {
      if (calendars.window.error !== null) toasts.error(calendars.window.error)
      return
    }
    try {
      await calendars.add({ ...blankFields(calendar.id, date), ...read, zone: ownZone() })
      type('')
    } catch (error) {
      toasts.error(error)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (read === null && line.trim() !== '') ui.announce(t('calendar.quickAddTitle'))
    void add()
  }
  return { line, type, read, submit }
}
