import { ChevronLeft, ChevronRight } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { IconButton } from '../../components/IconButton.tsx'
import { Segmented } from '../../components/Segmented.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { calendarOf } from '../../stores/CalendarStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { CalendarCommands } from './CalendarCommands.tsx'
import { QuickAdd } from './QuickAdd.tsx'
import { stepped, today, type CalendarView, VIEW_NAMES } from './views.ts'

export interface CalendarHeadProps {
  title: string
  view: CalendarView
  date: string
  onGo(to: { view?: CalendarView; date?: string }): void
}

/** What is shown, and what leads elsewhere. */
export const CalendarHead = observer(function CalendarHead({ title, view, date, onGo }: CalendarHeadProps) {
  const { mayWrite } = calendarOf(useRoot())
  const { t } = useTexts()
  return (
    <div className="panel-head cal-head">
      <h1>{title}</h1>
      <div className="line">
        <IconButton
          icon={ChevronLeft}
          className="flip"
          label={t('calendar.previous')}
          onClick={() => onGo({ date: stepped(view, date, -1) })}
        />
        <IconButton
          icon={ChevronRight}
          className="flip"
          label={t('calendar.next')}
          onClick={() => onGo({ date: stepped(view, date, 1) })}
        />
        <button type="button" className="button plain" onClick={() => onGo({ date: today() })}>
          {t('calendar.today')}
        </button>
      </div>
      {mayWrite ? <QuickAdd date={date} /> : null}
      <Segmented
        label={t('calendar.view')}
        value={view}
        choices={VIEW_NAMES.map((value) => ({ value, label: t(`calendar.views.${value}`) }))}
        onChoose={(value) => onGo({ view: value })}
      />
      <CalendarCommands />
    </div>
  )
})
